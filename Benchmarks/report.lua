-- Prints what a run of wrk came to, in a line that a program can read.
function done(summary, latency, requests)
    local errors = summary.errors
    io.write(string.format("measured requests=%d microseconds=%d bytes=%d p50=%d p99=%d bad=%d broken=%d\n",
        summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99), errors.status,
        errors.connect + errors.read + errors.write + errors.timeout))
end
