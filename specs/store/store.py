"""A store of keys and values with transactions: each works on a copy; who commits second with the same key has to abort."""


class Conflict(Exception):
    pass


class Store:
    def __init__(self):
        self.data = {}
        self.version = {}       # of each key: the number of the commit that changed it last
        self.commits = 0
        self.open = {}          # by transaction: its copy, what it wrote, the commits before it

    def begin(self, tx):
        if tx in self.open:
            raise Conflict('open already')
        self.open[tx] = {'view': dict(self.data), 'wrote': set(), 'since': self.commits}

    def put(self, tx, key, value):
        if tx not in self.open:
            raise Conflict('not open')
        self.open[tx]['view'][key] = value
        self.open[tx]['wrote'].add(key)

    def drop(self, tx, key):
        if tx not in self.open or key not in self.open[tx]['view']:
            raise Conflict('nothing to drop')
        del self.open[tx]['view'][key]
        self.open[tx]['wrote'].add(key)

    def commit(self, tx):
        if tx not in self.open:
            raise Conflict('not open')
        mine = self.open[tx]
        for key in mine['wrote']:
            if self.version.get(key, 0) > mine['since']:
                raise Conflict('somebody was faster')
        self.commits += 1
        for key in mine['wrote']:
            if key in mine['view']:
                self.data[key] = mine['view'][key]
            else:
                self.data.pop(key, None)
            self.version[key] = self.commits
        del self.open[tx]

    def abort(self, tx):
        if tx not in self.open:
            raise Conflict('not open')
        del self.open[tx]
