-- Give a room up, or over. The fence moves at once and nobody holds the new one, so that whatever
-- the old owner still has under way is refused.
-- KEYS: the room's hash. ARGV: fence, term, node to reserve for or '', ms of the reservation.

local fence, term, heir, reserve = tonumber(ARGV[1]), ARGV[2], ARGV[3], tonumber(ARGV[4])
local now = now_ms()

local why = loss(read_lease(KEYS[1]), fence, term, now)
if why and why ~= 'EXPIRED' then return {why} end

local ends = heir ~= '' and now + reserve or 0
redis.call('HSET', KEYS[1],
  'fence', whole(fence + 1), 'term', '', 'owner', heir, 'until', whole(ends))
return {'OK'}
