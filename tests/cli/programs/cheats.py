# Programs that cheat, one for each function below; CHEAT says which. What comes before: a right
# find_winner called `right`, CHECKER and CLASS (where the checker and the class are), PORT (where
# somebody listens), SEED and WORD, which only the test knows. Each function is called with the first
# deck and says whether it got what it is after. Whoever did answers rightly, else always 0: so its
# points tell.

import glob
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

MIB = 1 << 20
PARENT = os.getppid()


def is_apart():
    """Whether what is killed here is nobody's else: in a room of bubblewrap, or as a user of its own."""
    first = pathlib.Path("/proc/1/cmdline").read_bytes()
    return first.startswith(b"bwrap\0") or os.getuid() > 60_000


def processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def read(path):
    try:
        return pathlib.Path(path).read_bytes()
    except OSError:
        return b""


def asks(deck):
    """Asks the checker's own program: by /proc, by PATH, by its usual places."""
    places = [CHECKER, shutil.which("war-sim"), "/usr/local/bin/war-sim", "/usr/bin/war-sim"]
    places += [os.path.expanduser("~/.cargo/bin/war-sim"), "/autograder/source/war-sim"]
    places += [f"/proc/{process}/exe" for process in processes()]
    for place in places:
        try:
            if place and "python" not in os.path.realpath(place):
                words = [place, "play", "--deck", " ".join(map(str, deck))]
                said = subprocess.run(words, capture_output=True, text=True, timeout=5).stdout
                if "outcome" in said:
                    return True
        except (OSError, subprocess.SubprocessError):
            pass
    return False


def seeks_the_seed(deck):
    """Reads the arguments and the environment of every process."""
    texts = [read(f"/proc/{p}/{name}") for p in processes() for name in ("cmdline", "environ")]
    return any(str(SEED).encode() in text for text in texts)


def reads_a_neighbour(deck):
    """Takes the program of another student."""
    names = glob.glob(f"{CLASS}/*/war.py") + glob.glob("/proc/*/cwd/class/*/war.py")
    names += glob.glob("/proc/*/cwd/../*/war.py") + glob.glob("/proc/*/cwd/../submission/war.py")
    for folder in {os.path.dirname(os.path.dirname(os.getcwd())), "/tmp", "/var/tmp"}:
        names += glob.glob(f"{folder}/war-sim-*/submission/war.py")
    own = os.path.realpath(__file__)
    texts = [read(name) for name in names if os.path.realpath(name) != own]
    return any(b"def find_winner" in text for text in texts)


def reads_the_parent(deck):
    """Reads the memory and the open files of who asks."""
    for process in {PARENT, *processes()} - {os.getpid()}:
        try:
            with open(f"/proc/{process}/mem", "rb") as memory:
                for line in pathlib.Path(f"/proc/{process}/maps").read_text().splitlines():
                    start, end = (int(part, 16) for part in line.split()[0].split("-"))
                    if "[heap]" in line:
                        memory.seek(start)
                        if b"deck" in memory.read(min(end - start, 64 * MIB)):
                            return True
        except (OSError, ValueError):
            pass
        for file in glob.glob(f"/proc/{process}/fd/*"):
            try:
                if os.path.isfile(file) and read(file):
                    return True
            except OSError:
                pass
    return False


def kills(deck):
    """Ends everything that it may."""
    if is_apart():
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        parents = [PARENT]
        for process in parents:
            stat = read(f"/proc/{process}/stat").rsplit(b")")[-1].split()
            if stat and int(stat[1]) > 0:
                parents.append(int(stat[1]))
        for number in (signal.SIGTERM, signal.SIGKILL):
            for process in parents:
                try:
                    os.kill(process, number)
                    os.killpg(os.getpgid(process), number)
                except (OSError, ValueError):
                    pass
        try:
            os.kill(-1, signal.SIGKILL)
        except OSError:
            pass
    return False


def kills_its_group(deck):
    """Ends its own group and session, itself included."""
    os.killpg(0, signal.SIGKILL)


def leaves_a_daemon(deck):
    """Leaves a process behind that answers for others."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            own = (
                "import glob, os, time\n"
                "for _ in range(900):\n"
                "    time.sleep(0.1)\n"
                "    for file in glob.glob('/proc/[0-9]*/fd/1'):\n"
                "        try:\n"
                "            with open(file, 'w') as answers: answers.write('1\\n')\n"
                "        except OSError: pass\n"
            )
            for stream in range(3):
                os.close(stream)
                os.open("/dev/null", os.O_RDWR)
            os.execv(sys.executable, [sys.executable, "-c", own, WORD])
        os._exit(0)
    return False


ahead = []


def reads_ahead(deck):
    """Takes every question before it is asked; a few are no gain."""
    os.set_blocking(0, False)
    time.sleep(0.01)
    try:
        ahead.extend(os.read(0, MIB).splitlines())
    except OSError:
        pass
    return len(ahead) > 200


def writes(deck):
    """Changes the wrapper, the language, and the folders of others."""
    places = [sys.modules["__main__"].__file__, __file__, os.__file__, sys.executable]
    places += glob.glob("/tmp/war-sim-*/*") + glob.glob(f"{CLASS}/*/war.py")
    places += [os.path.join(folder, "sitecustomize.py") for folder in sys.path]
    places += [f"{CLASS}/x", "/usr/x", "/etc/x", "/x"]
    for place in places:
        try:
            if os.path.realpath(place).startswith(os.getcwd()):
                continue
            with open(place, "a"):
                return True
        except OSError:
            pass
    return False


def fills(size):
    """Whether so much can be written into a file, everywhere that it can write."""
    for folder in ("/dev/shm", "/tmp", "/var/tmp", os.getcwd()):
        try:
            with open(f"{folder}/{WORD}-{os.getpid()}", "wb") as file:
                for _ in range(size // MIB):
                    file.write(b"x" * MIB)
            return True
        except OSError:
            pass
    return False


def fills_the_disk(deck):
    if not fills(300 * MIB):
        raise OSError("there is no space")
    time.sleep(3)
    return True


def fills_memory(deck):
    text = b"x" * (1 << 30)
    time.sleep(1)
    return bool(text)


def starts_too_many(deck):
    many = [subprocess.Popen(["sleep", "20"]) for _ in range(100)]
    time.sleep(1)
    return all(one.poll() is None for one in many)


def floods(deck):
    while True:
        os.write(1, b"0\n" * 30_000)


def opens_the_network(deck):
    try:
        socket.create_connection(("127.0.0.1", PORT), timeout=1).close()
        return True
    except OSError:
        return False


def speaks_as_the_checker(deck):
    os.write(1, b'{"Graded":{"stages":[["there","passed"]]}}\nEqual on all decks.\n9/9\n')
    os.write(2, b"1 of 1 programs are right.\n")
    return False


got = None


def find_winner(deck):
    global got
    if not got and (got is None or CHEAT == "reads_ahead"):
        got = globals()[CHEAT](deck)
    return right(deck) if got else 0
