-- Asks for paths at random. Arguments: seed, number of stubs, then the patterns that their paths are made of, taken in turn, with %d
-- for the stub's number.
dofile(debug.getinfo(1).source:match("@(.*/)") .. "report.lua")

function init(args)
    math.randomseed(tonumber(args[1]))
    count = tonumber(args[2])
    prepared = {}
    local kinds = #args - 2
    for number = 0, count - 1 do
        prepared[number] = wrk.format("GET", string.format(args[3 + number % kinds], number))
    end
end

function request()
    return prepared[math.random(0, count - 1)]
end
