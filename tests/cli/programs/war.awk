# War as `war.py` plays it, for tests that start a program often: with its mistakes and ways that have to do with
# how answers come.
#
#     awk -f war.awk [MISTAKE [WAY]]     reads a deck a line, writes 1, -1 or 0 a line
#     awk -f war.awk once CARD...        writes the answer to one deck; also `slow-once`, `wordy-once`

function winner(    a, b, spoils, next_a, next_b, end_a, end_b, pot, battles, x, y, k) {
    for (k = 1; k <= NF; k++)
        if (k % 2) a[end_a++] = $k + 0; else b[end_b++] = $k + 0
    next_a = next_b = pot = battles = 0
    while (next_a < end_a && next_b < end_b) {
        if (mistake == "no-limit" && battles == 20000) system("sleep 1000000")
        x = spoils[pot++] = a[next_a++]
        y = spoils[pot++] = b[next_b++]
        battles++
        if (mistake != "no-limit" && battles == 1000) return 0
        if (x == y) {
            if (end_a - next_a < 3 || end_b - next_b < 3)
                return (end_a - next_a >= 3) - (end_b - next_b >= 3)
            for (k = 0; k < 3; k++) spoils[pot++] = a[next_a++]
            for (k = 0; k < 3; k++) spoils[pot++] = b[next_b++]
            continue
        }
        for (k = 0; k < pot; k++)
            if (x > y) a[end_a++] = spoils[k]; else b[end_b++] = spoils[k]
        pot = 0
    }
    return (next_a < end_a) - (next_b < end_b)
}

function tell(waits) {
    while (last - first > waits) print answers[first++]
    fflush()
}

BEGIN {
    mistake = ARGV[1]
    way = ARGV[2]
    if (mistake ~ /once$/) {
        for (k = 2; k < ARGC; k++) cards = cards " " ARGV[k]
        $0 = cards
        if (mistake == "slow-once") system("sleep 0.3")
        print winner()
        if (mistake == "wordy-once") print "B wins"
        gone = 1
        exit
    }
    if (mistake == "on-one-line") ORS = " "
    ARGC = 1
}

mistake == "nonsense" { printf "Player %s wins!\033[31m\n", NR % 2 ? "A" : "B"; fflush(); next }
mistake == "two-lines" && NR % 7 == 4 { print "thinking ..." }
mistake == "leaves-out" && NF == 4 { next }
mistake == "leaves-out-empty" && NF == 0 { next }
mistake == "one" { print winner(); gone = 1; exit }
mistake == "lost" && NF == 0 { gone = 1; exit 7 }
mistake == "stuck" && $1 == 3 && $2 == 3 && NF == 2 { system("sleep 1000000") }

{
    answer = winner()
    answers[last++] = answer
    if (mistake == "twice") answers[last++] = answer
    if (way == "pause" && NR == 31 && system("test -e paused")) system("touch paused; sleep 3")
    tell(way == "late" ? last : way == "ahead" ? 1 : way == "tens" ? (last - first) % 10 : 0)
}

END {
    if (!gone) {
        tell(0)
        if (way == "stays") system("sleep 1000000")
    }
}
