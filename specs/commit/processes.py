#!/usr/bin/env python3
"""Two-phase commit among five processes, each with a log of its own and a vector clock (commit.als is what they should do).

usage: processes.py FOLDER [--hasty] [SEED]      --hasty: the planted bug, the coordinator decides when most have voted
"""
import json, multiprocessing, pathlib, random, sys

WORKERS = ['w1', 'w2', 'w3', 'w4']


class Process:
    """Its clock counts what each process has logged, as far as this one knows."""

    def __init__(self, name, folder, queues):
        self.name, self.queues, self.clock = name, queues, {name: 0}
        self.log = open(pathlib.Path(folder) / f'{name}.ndjson', 'w')

    def say(self, event, about):
        self.clock[self.name] += 1
        self.log.write(json.dumps({'process': self.name, 'event': event, 'about': about, 'clock': self.clock}) + '\n')
        self.log.flush()

    def send(self, to, message):
        self.queues[to].put((self.name, message, dict(self.clock)))

    def receive(self):
        sender, message, clock = self.queues[self.name].get()
        for name, count in clock.items(): self.clock[name] = max(count, self.clock.get(name, 0))
        return sender, message


def worker(name, folder, queues, seed):
    self = Process(name, folder, queues)
    willing = random.Random(f'{seed} {name}').random() < 0.9
    self.say('vote' if willing else 'refuse', name)
    self.send('coordinator', 'yes' if willing else 'no')
    _, word = self.receive()
    if willing: self.say('commit' if word == 'Commit' else 'abort', name)


def coordinator(folder, queues, hasty):
    self, heard, word = Process('coordinator', folder, queues), 0, 'Commit'
    while heard < (len(WORKERS) // 2 + 1 if hasty else len(WORKERS)):
        sender, vote = self.receive()
        if vote == 'no':
            word = 'Abort'
            break
        heard += 1
        self.say('hear', sender)
    self.say('decide', word)
    for name in WORKERS: self.send(name, word)


def main():
    folder, hasty = sys.argv[1], '--hasty' in sys.argv
    seed = ([int(word) for word in sys.argv[2:] if word.isdigit()] or [1])[0]
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    queues = {name: multiprocessing.Queue() for name in ['coordinator', *WORKERS]}
    processes = [multiprocessing.Process(target=worker, args=(name, folder, queues, seed)) for name in WORKERS]
    processes.append(multiprocessing.Process(target=coordinator, args=(folder, queues, hasty)))
    for process in processes: process.start()
    for process in processes: process.join()


if __name__ == '__main__': main()
