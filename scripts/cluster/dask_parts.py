#!/usr/bin/env python3
"""Plays a run in parts on a Dask cluster and merges them: dask_parts.py SCHEDULER OUT PARTS COMMAND...

    dask_parts.py tcp://head:8786 big 100 war-sim --games 1e12 --seed 42 --threads 1
"""
import subprocess, sys, time
from dask.distributed import Client, as_completed

def play(part, parts, out, command):
    options = ["--shard", f"{part}/{parts}", "--resume", "--quiet", "--out", f"{out}/parts"]
    # 73: a worker that died has left its run behind, which still plays this part. It goes on alone.
    while (code := subprocess.run([*command, *options]).returncode) == 73:
        time.sleep(5)
    if code:
        raise RuntimeError(f"part {part}: exit code {code}")
    return part

scheduler, out, parts, *command = sys.argv[1:]
with Client(scheduler) as client:
    numbers = range(1, int(parts) + 1)
    futures = client.map(play, numbers, parts=parts, out=out, command=command, retries=5, pure=False)
    for future in as_completed(futures):
        print(f"part {future.result()} of {parts} is done", flush=True)
sys.exit(subprocess.run([command[0], "merge", f"{out}/parts", "--out", f"{out}/all"]).returncode)
