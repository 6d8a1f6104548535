-- Asks for paths at random. Arguments: folder of these scripts, seed, number of stubs, then the patterns that their paths are made
-- of, taken in turn, with %d for the stub's number.
function init(args)
    dofile(args[1] .. "/report.lua")
    math.randomseed(tonumber(args[2]))
    count = tonumber(args[3])
    prepared = {}
    local kinds = #args - 3
    for number = 0, count - 1 do
        prepared[number] = wrk.format("GET", string.format(args[4 + number % kinds], number))
    end
end

function request()
    return prepared[math.random(0, count - 1)]
end
