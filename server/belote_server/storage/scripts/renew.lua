-- Let a running lease run anew.
-- KEYS: the room's hash. ARGV: fence, term, ttl in ms.

local fence, term, ttl = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local now = now_ms()

local why = loss(read_lease(KEYS[1]), fence, term, now)
if why then return {why} end

redis.call('HSET', KEYS[1], 'until', whole(now + ttl), 'ttl', whole(ttl))
return {'OK'}
