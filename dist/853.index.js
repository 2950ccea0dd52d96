export const id = 853;
export const ids = [853];
export const modules = {

/***/ 9853:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: ./src/event.ts
var src_event = __webpack_require__(807);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ./src/errors.ts
var errors = __webpack_require__(3916);
;// CONCATENATED MODULE: ./src/git/checkout.ts


/**
 * The `.git` of the checkout that `folder` belongs to, looked for upwards as far as `workspace`. Only an entry called `.git`
 * counts: Git cannot commit one, whereas a bare repository (`HEAD`, `objects/`, `refs/`, `config`) may be committed content
 * whose configuration runs programs.
 *
 * @param folder inside `workspace`; both are absolute and without symbolic links.
 */
async function findGitDir(folder, workspace) {
    const gitDir = (0,external_node_path_.join)(folder, '.git');
    if ((await (0,promises_.lstat)(gitDir).catch(() => undefined)) !== undefined)
        return gitDir;
    return folder === workspace ? undefined : findGitDir((0,external_node_path_.dirname)(folder), workspace);
}
/** @throws {ActionError} of kind `git` for a checkout that Git cannot read. */
async function readCheckout(git) {
    // Git trusts a repository of another owner, as in a container job, only if it is named.
    const command = ['-c', 'safe.directory=*', 'rev-parse', '--path-format=absolute'];
    const names = ['--git-path', 'objects', '--git-path', 'shallow', '--show-object-format=storage'];
    const [objects = '', shallow = '', objectFormat = ''] = (await git.text([...command, ...names])).split('\n');
    return { objects, shallow, objectFormat };
}
/** `owner/name` of the repository that the checkout came from; undefined where its configuration does not say. */
async function originOf(git) {
    const { stdout } = await git.run(['config', '--get', 'remote.origin.url']);
    return /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(stdout.trim())?.[1];
}
/** Both paths are absolute and without symbolic links. */
function isInside(path, folder) {
    const way = (0,external_node_path_.relative)(folder, path);
    // On Windows the way to another drive is absolute.
    return way !== '..' && !way.startsWith(`..${external_node_path_.sep}`) && !(0,external_node_path_.isAbsolute)(way);
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ./src/git/command.ts




/** Settings that no configuration of the machine may change. */
const SETTINGS = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    // A file in the checkout's objects that states the parents of commits.
    'core.commitGraph=false',
    // Git would otherwise list the references of the borrowed checkout, by its configuration.
    'core.alternateRefsCommand=exit 0;',
    'gc.auto=0',
    'maintenance.auto=false',
    'fetch.writeCommitGraph=false',
    'protocol.version=2',
    // Git's servers send something every five seconds, also while they prepare an answer (`uploadpack.keepAlive`).
    'http.lowSpeedLimit=1',
    'http.lowSpeedTime=15'
].flatMap((setting) => ['-c', setting]);
/**
 * Variables of the environment that reach Git: not the inputs, which hold the tokens; of `GIT_*` those about certificates
 * and the installation, never another repository.
 */
const KEPT_VARIABLES = /^(?!INPUT_|GIT_)|^GIT_(?:SSL_.*|EXEC_PATH|CONFIG_(?:NOSYSTEM|SYSTEM|GLOBAL|COUNT|KEY_\d+|VALUE_\d+)|TEST_.*)$/;
const MAX_STDOUT = 64 * 1024 * 1024;
const MAX_STDERR = 8 * 1024;
/** Milliseconds. */
const TIMEOUT = 10 * 60 * 1000;
/** Runs Git commands in one repository. Disposing kills those that still run and refuses new ones. */
class Git {
    gitDir;
    #program;
    #env;
    #running = new Set();
    #disposed = false;
    /** Both paths are absolute. */
    constructor(program, gitDir, env) {
        this.#program = program;
        this.gitDir = gitDir;
        this.#env = {
            ...Object.fromEntries(Object.entries(env).filter(([name]) => KEPT_VARIABLES.test(name))),
            GIT_NO_REPLACE_OBJECTS: '1',
            GIT_NO_LAZY_FETCH: '1',
            GIT_OPTIONAL_LOCKS: '0',
            GIT_TERMINAL_PROMPT: '0',
            GIT_ASKPASS: '',
            SSH_ASKPASS: '',
            GCM_INTERACTIVE: 'never',
            LC_ALL: 'C'
        };
    }
    /** Runs a command. A code other than 0 is for the caller to interpret. */
    async run(args, options = {}) {
        const chunks = [];
        let size = 0;
        const { code, stderr } = await this.#wait(args, options, (chunk) => {
            size += chunk.length;
            if (size > MAX_STDOUT)
                throw gitError(args, 'its output is larger than 64 MiB');
            chunks.push(chunk);
        });
        return { code, stdout: Buffer.concat(chunks).toString(), stderr };
    }
    /** The output of a command that must succeed, without the line end. */
    async text(args, input = '') {
        const { code, stdout, stderr } = await this.run(args, { input });
        if (code !== 0)
            throw gitError(args, stderr);
        return stdout.trimEnd();
    }
    /** Runs a command that must succeed and passes on its output, of any size, in chunks. */
    async stream(args, onChunk, input = '') {
        const { code, stderr } = await this.#wait(args, { input }, onChunk);
        if (code !== 0)
            throw gitError(args, stderr);
    }
    /** Starts a command that the caller talks to. */
    start(args, env = {}) {
        if (this.#disposed)
            throw gitError(args, 'the job has ended');
        const child = (0,external_node_child_process_.spawn)(this.#program, [...SETTINGS, `--git-dir=${this.gitDir}`, ...args], {
            env: { ...this.#env, ...env },
            stdio: 'pipe',
            windowsHide: true
        });
        this.#running.add(child);
        child.once('close', () => this.#running.delete(child));
        // The exit code reports a command that ended before it read its input.
        child.stdin.on('error', () => undefined);
        return child;
    }
    async [Symbol.asyncDispose]() {
        this.#disposed = true;
        const ended = [...this.#running].map((child) => new Promise((resolve) => child.once('close', resolve)));
        for (const child of this.#running)
            kill(child, 'SIGKILL');
        await Promise.all(ended);
    }
    async #wait(args, { input = '', env = {}, timeout = TIMEOUT }, onChunk) {
        const child = this.start(args, env);
        const { promise, resolve, reject } = Promise.withResolvers();
        const stop = (error) => {
            reject(error);
            kill(child, 'SIGTERM');
        };
        const timer = setTimeout(() => {
            stop(gitError(args, `it took longer than ${timeout / 1000} s`));
        }, timeout);
        let stderr = '';
        child.stdout.on('data', (chunk) => {
            try {
                onChunk(chunk);
            }
            catch (error) {
                stop(error);
            }
        });
        child.stderr.on('data', (chunk) => {
            stderr = (stderr + chunk.toString()).slice(-MAX_STDERR);
        });
        child.once('error', (error) => {
            reject(new errors/* ActionError */.lZ('git', `Git cannot be started: ${(0,errors/* messageOf */.bD)(error)}.`, 'Install Git.', { cause: error }));
        });
        child.once('close', (code) => {
            resolve({ code: code ?? -1, stderr: stderr.trim() });
        });
        child.stdin.end(input);
        return promise.finally(() => {
            clearTimeout(timer);
        });
    }
}
/**
 * The absolute path of `git` by `PATH`. Relative entries are skipped: a committed `git` in the working directory must
 * not be started, which Windows would do for a bare name.
 */
function findGit(env) {
    const name = process.platform === 'win32' ? 'git.exe' : 'git';
    const path = env['PATH'] ?? env['Path'] ?? '';
    return path
        .split(external_node_path_.delimiter)
        .filter((folder) => (0,external_node_path_.isAbsolute)(folder))
        .map((folder) => (0,external_node_path_.join)(folder, name))
        .find(isExecutable);
}
function isExecutable(path) {
    try {
        (0,external_node_fs_.accessSync)(path, external_node_fs_.constants.X_OK);
        return (0,external_node_fs_.statSync)(path).isFile();
    }
    catch {
        return false;
    }
}
/** `git-remote-https`, which Git starts, may hold the pipes open after Git has ended. */
function kill(child, signal) {
    child.kill(signal);
    child.stdout.destroy();
    child.stderr.destroy();
}
/** What Git reported, for a person. */
function gitError(args, stderr) {
    const command = args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? '';
    return new errors/* ActionError */.lZ('git', `\`git ${command}\` failed: ${lastLine(stderr).replace(/\.$/, '')}.`, 'Run the job again: actions/checkout makes a new checkout.');
}
/** The line in which Git says what happened: the last one that is an error, else the last that is no hint. */
function lastLine(stderr) {
    const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'));
    const error = lines.findLast((line) => /^(?:fatal|error|remote):/.test(line));
    return (error ?? lines.at(-1) ?? 'no reason given').replace(/[^\x20-\x7e]/g, '?').slice(0, 300);
}

;// CONCATENATED MODULE: ./src/git/source.ts
/** The files of a commit, read from Git or from the disk. */
/** Collects what `list` returns, one path after the other. */
class FileListBuilder {
    #matches;
    #list = { files: [], skipped: [], total: 0, otherCase: [] };
    constructor(matches) {
        this.#matches = matches;
    }
    add(path, id, skip) {
        const { files, skipped, otherCase } = this.#list;
        const isSelected = this.#matches(path);
        if (skip === undefined) {
            this.#list.total++;
            if (isSelected)
                files.push({ path, id });
            else if (otherCase.length < 10 && this.#matchesInLowerCase(path))
                otherCase.push(path);
        }
        else if (isSelected || (skip === 'submodule' && this.#matches(`${path}/runbook.md`))) {
            skipped.push({ path, reason: skip });
        }
    }
    get list() {
        const { files, skipped } = this.#list;
        const byPath = (a, b) => (a.path < b.path ? -1 : 1);
        return { ...this.#list, files: files.sort(byPath), skipped: skipped.sort(byPath) };
    }
    #matchesInLowerCase(path) {
        const ending = /\.[a-z]*[A-Z][A-Za-z]*$/.exec(path)?.[0];
        return ending !== undefined && this.#matches(path.slice(0, -ending.length) + ending.toLowerCase());
    }
}

;// CONCATENATED MODULE: ./src/git/disk.ts





/** The files of a folder that is no Git checkout, such as runbooks that an earlier step wrote. */
class DiskFiles {
    #folder;
    /** @param folder absolute path without symbolic links. */
    constructor(folder) {
        this.#folder = folder;
    }
    /** @throws {ActionError} of kind `input` for a folder or name that cannot be read. */
    async list(_commit, matches) {
        const builder = new FileListBuilder(matches);
        // Patterns of @actions/glob mean the same as ours; the matcher decides, so that both sources select alike.
        const pattern = `${this.#folder.replace(/[[*?\\]/g, (char) => (external_node_path_.sep === '\\' ? char : `[${char}]`))}/**`;
        const options = { followSymbolicLinks: false, matchDirectories: false, implicitDescendants: false };
        try {
            // Most runs have a checkout and need no walk over the disk.
            const { create } = await __webpack_require__.e(/* import() */ 62).then(__webpack_require__.bind(__webpack_require__, 9062));
            const globber = await create(pattern, options);
            for await (const file of globber.globGenerator()) {
                const path = (0,external_node_path_.relative)(this.#folder, file).split(external_node_path_.sep).join('/');
                builder.add(path, '', matches(path) ? await this.#reasonToSkip(file) : undefined);
            }
        }
        catch (error) {
            throw new errors/* ActionError */.lZ('input', `The files in ${this.#folder} cannot be listed: ${(0,errors/* messageOf */.bD)(error)}.`, 'Let the user of this job read all of them, and give each a name in UTF-8.', { cause: error });
        }
        return builder.list;
    }
    prefetch() {
        return Promise.resolve();
    }
    /** Opens without following a symbolic link, then checks what was opened, so that nothing can be exchanged in between. */
    async read({ path }, limit) {
        const name = (0,external_node_path_.join)(this.#folder, path);
        const unreadable = (why, cause) => new errors/* ActionError */.lZ('input', `${path} cannot be read: ${why}.`, 'Let the user of this job read it, and change no file while this step runs.', { cause });
        const flags = external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
        const file = await (0,promises_.open)(name, flags).catch((error) => {
            throw unreadable((0,errors/* messageOf */.bD)(error), error);
        });
        try {
            const stats = await file.stat();
            if (!stats.isFile() || (await (0,promises_.realpath)(name)) !== name || stats.ino !== (await (0,promises_.lstat)(name)).ino) {
                throw unreadable('it is not a file inside the workspace');
            }
            if (stats.size > limit)
                return { kind: 'too-large', size: stats.size };
            const { buffer, bytesRead } = await file.read(Buffer.alloc(stats.size), 0, stats.size, 0);
            return { kind: 'bytes', bytes: buffer.subarray(0, bytesRead) };
        }
        finally {
            await file.close();
        }
    }
    async missing(_commit, paths) {
        const missing = new Set();
        for (const path of paths) {
            const name = (0,external_node_path_.join)(this.#folder, path);
            const stats = await (0,promises_.lstat)(name).catch(() => undefined);
            if (stats === undefined || !name.startsWith(this.#folder + external_node_path_.sep))
                missing.add(path);
        }
        return missing;
    }
    async [Symbol.asyncDispose]() {
        // Nothing stays open between two calls.
    }
    async #reasonToSkip(name) {
        const stats = await (0,promises_.lstat)(name);
        if (stats.isSymbolicLink())
            return 'symlink';
        if (!stats.isFile())
            return 'special file';
        return (await (0,promises_.realpath)(name)) === name ? undefined : 'outside the workspace';
    }
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./src/git/records.ts


/** Git's limit for a path is 4,096 bytes on most systems; a longer record is an attack on memory. */
const MAX_RECORD = 1024 * 1024;
/** Splits what Git prints with `-z` into its records while it arrives. */
function splitRecords(onRecord) {
    let rest = Buffer.alloc(0);
    return (chunk) => {
        const buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        const end = buffer.lastIndexOf(0) + 1;
        const records = buffer.subarray(0, end);
        rest = buffer.subarray(end);
        const encoding = (0,external_node_buffer_.isUtf8)(records) ? 'utf8' : 'latin1';
        for (const record of records.toString(encoding).split('\0').slice(0, -1)) {
            if (encoding === 'utf8')
                onRecord(record, true);
            else
                onRecord(Buffer.from(record, 'latin1').toString(), (0,external_node_buffer_.isUtf8)(Buffer.from(record, 'latin1')));
        }
        if (rest.length > MAX_RECORD) {
            throw new errors/* ActionError */.lZ('git', 'The commit has a path longer than 1 MiB.', 'Give that file a shorter path.');
        }
    };
}
/** The lines of what Git prints without `-z`. */
function linesOf(text) {
    return text.split('\n').filter((line) => line !== '');
}
function skipByMode(mode = '') {
    if (mode === '100644' || mode === '100755')
        return undefined;
    if (mode === '120000')
        return 'symlink';
    return mode === '160000' ? 'submodule' : 'special file';
}
/** Parses `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
function parseTree(onEntry) {
    return splitRecords((record, valid) => {
        const tab = record.indexOf('\t');
        const [mode, , id = ''] = record.slice(0, tab).split(' ');
        onEntry(record.slice(tab + 1), id, skipByMode(mode) ?? (valid ? undefined : 'not UTF-8'));
    });
}
/** Parses `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. */
function parseDifferences(onDifference) {
    let header;
    return splitRecords((record, valid) => {
        if (header === undefined) {
            header = record.slice(1).split(' ');
            return;
        }
        const [mode, newMode, id, newId] = header;
        header = undefined;
        const [skip, newSkip] = [skipByMode(mode), skipByMode(newMode)];
        // A change of the permissions alone.
        if (!valid || (id === newId && skip === newSkip))
            return;
        onDifference(record, skip === undefined ? id : undefined, newSkip === undefined ? newId : undefined);
    });
}

;// CONCATENATED MODULE: ./src/git/range.ts

/** The longest history that is looked through, in commits. */
const MAX_COMMITS = 10_000;
const UNRELATED = {
    kind: 'unknown',
    why: 'the branch no longer contains a commit that an earlier run delivered'
};
const TOO_LONG = {
    kind: 'unknown',
    why: 'more than 10,000 commits lie between the last base and the branch'
};
/**
 * The commits between the common ancestor of `ancestors` and `tip`, all of which are here.
 *
 * @param shallow the commits whose parents are not here.
 * @returns undefined where `tip` does not descend from all of `ancestors`, as far as the history is here.
 */
async function findRange(git, tip, ancestors, shallow) {
    const base = await git.run(['merge-base', '--octopus', ...ancestors]);
    const start = base.stdout.trim();
    if (start === '')
        return undefined;
    const list = ['rev-list', '--topo-order', '--parents', `--max-count=${MAX_COMMITS + 1}`, `${start}..${tip}`];
    const lines = linesOf(await git.text(list));
    if (lines.length > MAX_COMMITS)
        return TOO_LONG;
    // A commit without its parents may be one of a side branch that began behind the start.
    if (lines.some((line) => shallow.has(line)))
        return undefined;
    const edges = edgesFrom(start, lines);
    const onPath = new Set([start, ...edges.map(([commit]) => commit)]);
    return [tip, ...ancestors].every((commit) => onPath.has(commit)) ? { kind: 'range', start, tip, edges } : undefined;
}
/**
 * The edges on the paths from `start`, as `git rev-list --ancestry-path` has them.
 *
 * @param lines of `git rev-list --topo-order --parents`: a commit comes before its parents.
 */
function edgesFrom(start, lines) {
    const onPath = new Set([start]);
    const edges = [];
    for (const edge of edgesOf(lines.toReversed())) {
        const [commit, parent] = edge;
        if (!onPath.has(parent))
            continue;
        onPath.add(commit);
        edges.push(edge);
    }
    return edges;
}
/** @param lines of `git rev-list --parents`. */
function edgesOf(lines) {
    return lines.flatMap((line) => {
        const [commit = '', ...parents] = line.split(' ');
        return parents.map((parent) => [commit, parent]);
    });
}

;// CONCATENATED MODULE: ./src/git/objects.ts


/** Asks for objects by id through one `git cat-file --batch-command`. */
class ObjectReader {
    #child;
    #output;
    /** Git answers in the order of the requests: each answer is read after the one before. */
    #last = Promise.resolve();
    #stderr = '';
    constructor(child) {
        this.#child = child;
        this.#output = new ByteStream(child.stdout);
        child.stderr.on('data', (chunk) => {
            this.#stderr = (this.#stderr + chunk.toString()).slice(-4096);
        });
        child.once('error', () => undefined);
    }
    /** The ids whose objects are not here. */
    missing(ids) {
        return this.#ask(ids.map((id) => `info ${id}\n`).join(''), async () => {
            const missing = [];
            for (const id of ids)
                if ((await this.#header(id)).type === 'missing')
                    missing.push(id);
            return missing;
        });
    }
    /** A file. Skips one over the limit while it arrives. */
    read(id, limit) {
        return this.#ask(`contents ${id}\n`, async () => {
            const { type, size } = await this.#header(id);
            if (type === 'missing')
                throw missing(id);
            const bytes = await this.#output.take(size, size <= limit);
            await this.#output.take(1, false);
            if (type !== 'blob')
                throw gitError(['cat-file'], `${id} is no file`);
            return bytes === undefined ? { kind: 'too-large', size } : { kind: 'bytes', bytes };
        });
    }
    #ask(request, receive) {
        const { stdin } = this.#child;
        // Requests of one moment become one write.
        if (stdin.writableCorked === 0) {
            stdin.cork();
            process.nextTick(() => {
                stdin.uncork();
            });
        }
        stdin.write(request);
        const answer = this.#last.then(() => this.#withDeadline(receive));
        this.#last = answer.catch(() => undefined);
        return answer;
    }
    /** Kills Git where it gives no answer, so that a broken disk does not hang the job. */
    async #withDeadline(receive) {
        const timer = setTimeout(() => this.#child.kill('SIGKILL'), TIMEOUT);
        try {
            return await receive();
        }
        finally {
            clearTimeout(timer);
        }
    }
    /** `<id> <type> <size>`, or `<id> missing`. */
    async #header(id) {
        const [answered, type, size] = (await this.#output.line())?.split(' ') ?? [];
        if (answered !== id)
            throw gitError(['cat-file'], this.#stderr === '' ? 'it ended' : this.#stderr);
        return { type, size: Number(size) };
    }
}
function missing(id) {
    return new errors/* ActionError */.lZ('git', `The object ${id} is neither in the checkout nor could it be fetched.`, 'Run the job again; if this stays, use actions/checkout without `filter`.');
}
/** Lines and blocks of bytes of a stream. */
class ByteStream {
    #chunks;
    #rest = Buffer.alloc(0);
    constructor(stream) {
        this.#chunks = stream[Symbol.asyncIterator]();
    }
    /** The next line without its end; undefined at the end of the stream. */
    async line() {
        for (;;) {
            const end = this.#rest.indexOf('\n');
            if (end !== -1) {
                const line = this.#rest.toString('latin1', 0, end);
                this.#rest = this.#rest.subarray(end + 1);
                return line;
            }
            const chunk = await this.#next();
            if (chunk === undefined)
                return undefined;
            this.#rest = Buffer.concat([this.#rest, chunk]);
        }
    }
    /** The next `length` bytes, or undefined if they are not to be kept. */
    async take(length, keep) {
        const parts = [];
        let left = length;
        for (;;) {
            const part = this.#rest.subarray(0, left);
            if (keep)
                parts.push(part);
            this.#rest = this.#rest.subarray(part.length);
            left -= part.length;
            if (left === 0)
                return keep ? (parts.length === 1 ? parts[0] : Buffer.concat(parts, length)) : undefined;
            const chunk = await this.#next();
            if (chunk === undefined)
                throw gitError(['cat-file'], 'it ended in the middle of an object');
            this.#rest = chunk;
        }
    }
    /** Undefined at the end of the stream, also where Git was killed or cannot be started. */
    async #next() {
        const { value } = await this.#chunks.next().catch(() => ({ value: undefined }));
        return value;
    }
}

// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __webpack_require__(1692);
;// CONCATENATED MODULE: ./src/git/remote.ts





/** Milliseconds for one fetch. */
const remote_TIMEOUT = 3 * 60 * 1000;
const RETRY_DELAY = 1500;
/** Failures of the network, after which the same fetch may succeed. */
const TRANSIENT = /could not resolve host|connection (?:timed out|reset|refused)|operation timed out|early eof|rpc failed|unexpected disconnect|returned error: 5\d\d|hung up/i;
/** Fetches from the repository on GitHub into a bare repository, never from what a checkout has configured. */
class Remote {
    #git;
    #setup;
    #env;
    /** Why the last fetch failed. */
    problem = '';
    constructor(git, setup) {
        this.#git = git;
        this.#setup = setup;
    }
    /**
     * Fetches objects by id, without the files of commits. All of them arrive, or none.
     *
     * @param known a commit that is here; GitHub then leaves out its history.
     * @param options further options of `git fetch`.
     */
    async fetch(ids, known, options = []) {
        const { job, token } = this.#setup;
        const args = [
            ...(known === undefined
                ? ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch']
                : ['fetch', `--negotiation-tip=${known}`]),
            ...['--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-gc', '--no-write-fetch-head'],
            ...['--filter=blob:none', ...options, '--stdin', `${job.serverUrl}/${job.repository}`]
        ];
        const env = await (this.#env ??= this.#environment());
        const config = (0,external_node_path_.join)(this.#git.gitDir, 'config');
        const before = await (0,promises_.readFile)(config);
        for (let attempt = 1;; attempt++) {
            const { code, stderr } = await this.#git
                .run(args, { input: `${ids.join('\n')}\n`, env, timeout: remote_TIMEOUT })
                // A fetch with a filter registers its remote, and every later command would fetch single objects from there.
                .finally(async () => {
                await (0,promises_.writeFile)(`${config}.before`, before);
                await (0,promises_.rename)(`${config}.before`, config);
            });
            if (code === 0)
                return true;
            this.problem = lastLine(token?.redact(stderr) ?? stderr);
            if (attempt === 2 || !TRANSIENT.test(this.problem))
                return false;
            await (0,external_node_timers_promises_.setTimeout)(RETRY_DELAY);
        }
    }
    /** Settings in variables: the token stands in no file, no URL and on no command line. */
    async #environment() {
        const { job, token, env } = this.#setup;
        const settings = [
            // A redirect would take the header to another host.
            ['http.followRedirects', 'false'],
            ['credential.helper', '']
        ];
        if (token !== undefined) {
            const basic = Buffer.from(`x-access-token:${token.reveal()}`).toString('base64');
            const header = `http.${job.serverUrl}/.extraheader`;
            // The empty value drops headers that the machine has configured: GitHub refuses two of them.
            settings.push([header, ''], [header, `Authorization: Basic ${basic}`]);
        }
        if ((env['NODE_EXTRA_CA_CERTS'] ?? '') !== '' && env['GIT_SSL_CAINFO'] === undefined) {
            const file = (0,external_node_path_.join)((0,external_node_path_.dirname)(this.#git.gitDir), 'ca.pem');
            await (0,promises_.writeFile)(file, (0,external_node_tls_.getCACertificates)().join('\n'));
            settings.push(['http.sslCAInfo', file]);
        }
        const inherited = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0;
        const variables = { GIT_CONFIG_COUNT: String(inherited + settings.length) };
        settings.forEach(([key, value], at) => {
            variables[`GIT_CONFIG_KEY_${inherited + at}`] = key;
            variables[`GIT_CONFIG_VALUE_${inherited + at}`] = value;
        });
        return variables;
    }
}

;// CONCATENATED MODULE: ./src/git/repository.ts











/** The second fetch takes at least four times as many commits; each further one four times as many as the one before. */
const FIRST_DEPTH = 50;
const DIFF_TREE = ['diff-tree', '-r', '-z', '--raw', '--no-renames'];
/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
class Repository {
    #git;
    #remote;
    #ownCommit;
    #objects;
    /** Fetches of trees by commit and depth, one after the other. */
    #trees = new Map();
    #lastFetch = Promise.resolve();
    constructor(git, setup) {
        this.#git = git;
        this.#remote = new Remote(git, setup);
        this.#ownCommit = setup.job.sha;
    }
    /**
     * @param gitDir absolute path of the checkout's `.git`.
     * @throws {ActionError} of kind `git` where the checkout cannot be used.
     */
    static async open(gitDir, setup) {
        const { program, job, env } = setup;
        const checkout = new Git(program, gitDir, env);
        const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)(job.temp, 'runbook-sync-git-'));
        const repository = new Repository(new Git(program, (0,external_node_path_.join)(folder, 'git'), env), setup);
        try {
            await repository.#initialize(await readCheckout(checkout));
            // A checkout that lacks the commit of the job may be of another repository.
            if (!(await repository.#has(job.sha)))
                await checkOrigin(checkout, job.repository);
            return repository;
        }
        catch (error) {
            await repository[Symbol.asyncDispose]();
            await checkVersion(checkout);
            throw error;
        }
    }
    async #initialize({ objects, shallow, objectFormat }) {
        const { gitDir } = this.#git;
        await this.#git.text(['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`]);
        await (0,promises_.mkdir)((0,external_node_path_.join)(gitDir, 'objects', 'info'), { recursive: true });
        await (0,promises_.writeFile)((0,external_node_path_.join)(gitDir, 'objects', 'info', 'alternates'), `${objects}\n`);
        await (0,promises_.copyFile)(shallow, (0,external_node_path_.join)(gitDir, 'shallow')).catch(emptyIfMissing);
    }
    /** Whether a commit is here, or could be fetched. */
    async hasCommit(commit) {
        return (await this.#has(commit)) || this.#fetchHistory(commit, 1);
    }
    /**
     * Makes a commit readable.
     *
     * @throws {ActionError} of kind `git` where it cannot be fetched.
     */
    async ensureCommit(commit) {
        if (await this.hasCommit(commit))
            return;
        throw new errors/* ActionError */.lZ('git', `The commit ${(0,src_event/* shortId */.m_)(commit)} cannot be fetched: ${this.#remote.problem}.`, 'Give the job `permissions: contents: read`, check that the runner reaches GitHub, and run the job again.');
    }
    /** The full id of the commit that an id of a tag or commit means. */
    async peel(id) {
        return this.#git.text(['rev-parse', '--verify', '--end-of-options', `${id}^{commit}`]);
    }
    /** The parents of a commit, also where a shallow history hides them. */
    async parents(commit) {
        const [header = ''] = (await this.#git.text(['cat-file', 'commit', commit])).split('\n\n', 1);
        return Array.from(header.matchAll(/^parent (\w+)$/gm), ([, id = '']) => id);
    }
    /** The commit's date: `2026-11-20`. */
    async dateOf(commit) {
        return this.#git.text(['rev-list', '--no-walk', '--no-commit-header', '--format=%cs', commit]);
    }
    /**
     * The commits between the common ancestor of `ancestors` and their descendant `tip`. Fetches the history until none of
     * them could be hidden.
     *
     * @param needed how many commits must be fetched for one of `ancestors`, or for all of them; undefined where it is no
     *   ancestor of `tip`.
     */
    async range(tip, ancestors, needed) {
        for (let depth = 0;;) {
            const { range, missing } = await this.#rangeOf(tip, ancestors);
            if (range !== undefined)
                return range;
            const isFirst = depth === 0;
            const least = isFirst || missing !== undefined ? await needed(isFirst ? undefined : missing) : 0;
            if (least === undefined)
                return UNRELATED;
            depth = isFirst ? least : Math.max(least, 4 * Math.max(depth, FIRST_DEPTH));
            if (depth > 4 * MAX_COMMITS)
                return TOO_LONG;
            if (!(await this.#fetchHistory(tip, depth))) {
                return { kind: 'unknown', why: `the history cannot be fetched (${this.#remote.problem})` };
            }
        }
    }
    /** The last `count` commits before and including `tip` with their parents, as far as they can be had. */
    async recentEdges(tip, count) {
        const list = ['rev-list', '--parents', `--max-count=${count}`, tip];
        const shallow = await this.#shallow();
        let lines = linesOf(await this.#git.text(list));
        if (lines.some((line) => shallow.has(line))) {
            await this.#fetchHistory(tip, count);
            lines = linesOf(await this.#git.text(list));
        }
        return edgesOf(lines);
    }
    /** The selected paths that differ between two commits, with the text of the first; undefined where it had none. */
    async difference(from, to, matches) {
        return this.#withTrees([from, to], 1, async () => {
            const texts = new Map();
            const parse = parseDifferences((path, before) => {
                if (matches(path))
                    texts.set(path, before);
            });
            await this.#git.stream([...DIFF_TREE, from, to], parse);
            return texts;
        });
    }
    /**
     * The selected paths that one of the edges touches, with every text that they have at one of its ends.
     *
     * @param tip the commit that all edges lead to.
     */
    async versions(tip, edges, matches) {
        return this.#withTrees([tip], edges.length + 1, async () => {
            const versions = new Map();
            const parse = parseDifferences((path, before, after) => {
                if (!matches(path))
                    return;
                const texts = versions.get(path) ?? new Set();
                versions.set(path, texts);
                for (const id of [before, after])
                    if (id !== undefined)
                        texts.add(id);
            });
            const input = edges.map(([commit, parent]) => `${commit} ${parent}\n`).join('');
            await this.#git.stream([...DIFF_TREE, '--stdin', '--no-commit-id'], parse, input);
            return versions;
        });
    }
    async list(commit, matches) {
        return this.#withTrees([commit], 1, async () => {
            const builder = new FileListBuilder(matches);
            const parse = parseTree((path, id, skip) => {
                builder.add(path, id, skip);
            });
            await this.#git.stream(['ls-tree', '-r', '-z', '--full-tree', commit], parse);
            return builder.list;
        });
    }
    async prefetch(ids) {
        const missing = await this.#reader.missing([...ids]);
        if (missing.length === 0 || (await this.#remote.fetch(missing, undefined)))
            return;
        throw new errors/* ActionError */.lZ('git', `${missing.length} files that the checkout lacks cannot be fetched: ${this.#remote.problem}.`, 'Run the job again; if this stays, use actions/checkout without `filter`.');
    }
    read({ id }, limit) {
        return this.#reader.read(id, limit);
    }
    async missing(commit, paths) {
        const missing = new Set(paths);
        const parse = splitRecords((path) => {
            missing.delete(path);
        });
        if (missing.size > 0) {
            await this.#git.stream(['ls-tree', '-r', '-t', '-z', '--name-only', '--full-tree', commit], parse);
        }
        return missing;
    }
    async [Symbol.asyncDispose]() {
        await this.#git[Symbol.asyncDispose]();
        await (0,promises_.rm)((0,external_node_path_.dirname)(this.#git.gitDir), { recursive: true, force: true, maxRetries: 3 });
    }
    /** The range, undefined where commits that decide are not here; and one of `ancestors` that is not. */
    async #rangeOf(tip, ancestors) {
        const shallow = await this.#shallow();
        const commits = [...new Set(ancestors)];
        const [missing, ...others] = await this.#reader.missing([...commits, tip]);
        if ([missing, ...others].includes(tip))
            return {};
        const range = missing === undefined ? await findRange(this.#git, tip, commits, shallow) : undefined;
        return { range: range ?? (shallow.size === 0 ? UNRELATED : undefined), missing };
    }
    /** The commits whose parents are not here. */
    async #shallow() {
        return new Set(linesOf(await (0,promises_.readFile)((0,external_node_path_.join)(this.#git.gitDir, 'shallow'), 'latin1').catch(emptyIfMissing)));
    }
    async #fetchHistory(tip, depth, more = []) {
        const hasOwn = await this.#has(this.#ownCommit);
        // Without a depth, a complete checkout stays complete and only new commits are fetched.
        const isLimited = more.length > 0 || !hasOwn || (await this.#shallow()).size > 0;
        const options = [...(isLimited ? [`--depth=${depth}`] : []), ...more];
        return this.#remote.fetch([tip], hasOwn ? this.#ownCommit : undefined, options);
    }
    /** Runs what reads trees; fetches them where the checkout has none (`filter: tree:0`) and runs it again. */
    async #withTrees(commits, depth, run) {
        try {
            return await run();
        }
        catch (error) {
            for (const commit of commits) {
                const key = `${commit} ${depth}`;
                const fetched = this.#trees.get(key) ?? this.#lastFetch.then(() => this.#fetchHistory(commit, depth, ['--refetch']));
                this.#trees.set(key, fetched);
                this.#lastFetch = fetched;
                if (!(await fetched))
                    throw error;
            }
            return run();
        }
    }
    async #has(id) {
        return (await this.#reader.missing([id])).length === 0;
    }
    get #reader() {
        return (this.#objects ??= new ObjectReader(this.#git.start(['cat-file', '--batch-command'])));
    }
}
/** `git fetch --refetch` and `git cat-file --batch-command` came with 2.36. */
async function checkVersion(git) {
    const answer = await git.text(['version']);
    const [, major, minor] = /(\d+)\.(\d+)/.exec(answer) ?? [];
    if (Number(major) * 1000 + Number(minor) >= 2036)
        return;
    throw new errors/* ActionError */.lZ('git', `Git is too old: ${answer}.`, 'Install Git 2.36 or newer on the runner.');
}
async function checkOrigin(checkout, repository) {
    const origin = await originOf(checkout);
    if (origin === undefined || origin.toLowerCase() === repository.toLowerCase())
        return;
    throw new errors/* ActionError */.lZ('git', `The checkout in ${(0,external_node_path_.dirname)(checkout.gitDir)} is of ${origin}; this workflow runs in ${repository}.`, `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run the ` +
        `workflow in ${origin}.`);
}
/** A complete history has no list of commits without parents. */
function emptyIfMissing(error) {
    if (error.code === 'ENOENT')
        return '';
    throw error;
}

;// CONCATENATED MODULE: ./src/git/git.ts









const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.';
/**
 * The checkout below the workspace: through Git where there is a checkout and Git, else the files on the disk.
 *
 * @throws {ActionError} of kind `input` for a `root` that does not exist, of kind `git` for an empty workspace or a
 *   checkout that cannot be read.
 */
async function openFiles({ root, githubToken }, job, env, diagnose) {
    const workspace = await (0,promises_.realpath)(job.workspace).catch(() => undefined);
    const folder = await (0,promises_.realpath)((0,external_node_path_.join)(job.workspace, root)).catch(() => undefined);
    if (workspace === undefined)
        throw new errors/* ActionError */.lZ('git', 'The workspace does not exist.', CHECK_OUT);
    if (folder === undefined || !isInside(folder, workspace)) {
        const problem = folder === undefined ? 'does not exist.' : 'leads out of the workspace.';
        throw (0,errors/* inputError */.Xu)('root', `is ${(0,errors/* quoted */.TL)(root)}, which ${problem}`, 'Give the `path` of actions/checkout.');
    }
    const program = findGit(env);
    const gitDir = await findGitDir(folder, workspace);
    if (program !== undefined && gitDir !== undefined) {
        return Repository.open(gitDir, { program, job, token: githubToken, env });
    }
    if ((await (0,promises_.readdir)(folder)).length === 0) {
        throw new errors/* ActionError */.lZ('git', `The folder ${folder} is empty.`, CHECK_OUT);
    }
    const why = program === undefined ? 'Git is not installed on this machine' : `${folder} is not a Git checkout`;
    const message = `${why}: the run reads the runbooks from the disk and is a full sync.`;
    diagnose({ level: 'notice', message });
    return new DiskFiles(folder);
}

// EXTERNAL MODULE: ./src/github/github.ts + 2 modules
var github_github = __webpack_require__(4420);
;// CONCATENATED MODULE: ./src/changes/start.ts


/** Commits of the first fetch where GitHub does not say how many are needed; `Repository.range` fetches more. */
const UNKNOWN_DEPTH = 50;
/** The commits that the range must contain, or why it is a full sync. */
async function findStart({ job, inputs, github }, branch) {
    const full = (why) => ({ kind: 'full', why });
    const since = inputs.since === undefined ? [] : [await commitOf(github, inputs.since)];
    if (inputs.shard !== undefined)
        return full('`shard` is for full syncs');
    if (inputs.scope === 'all')
        return full('the input `scope` is `all`');
    if (inputs.scope === 'auto' && job.trigger.kind === 'other')
        return full(`the event is ${job.trigger.name}`);
    if (job.trigger.kind === 'push' && job.trigger.forced)
        return full('the push was forced');
    try {
        const runs = await github.runs(branch);
        const base = findBase(runs, { id: job.runId, number: job.runNumber, attempt: job.runAttempt });
        if (base.kind === 'none')
            return full('no push run of this workflow has succeeded on this branch yet');
        if (base.kind === 'outdated')
            return full('GitHub’s list of runs does not show this run yet');
        const { run, overlapping } = base;
        const own = { number: job.runNumber, commit: job.sha };
        const [oldest = own] = [run, ...overlapping, own].sort((a, b) => a.number - b.number);
        const newest = [run, ...overlapping].reduce((a, b) => (b.number > a.number ? b : a));
        const others = overlapping.length === 0
            ? ''
            : `, and ${(0,errors/* count */.U9)(overlapping.length, 'other run')} that overlapped it or ended later`;
        return {
            kind: 'range',
            commits: [run.commit, ...overlapping.map(({ commit }) => commit), job.sha, ...since],
            oldest: oldest.commit,
            newest: newest.number > job.runNumber ? newest.commit : undefined,
            why: `since run ${run.number}, the last successful push${others}`
        };
    }
    catch (error) {
        if (!(error instanceof github_github/* GitHubError */.y_))
            throw error;
        const warning = `This run is a full sync. ${error.message} ${error.hint}`;
        return { ...full('the last successful run is not known'), warning };
    }
}
/** How many commits a shallow checkout needs from the tip to `oldest`; undefined where the tip does not contain it. */
async function depthOf(github, oldest, tip) {
    try {
        const { status, aheadBy } = await github.compare(oldest, tip);
        return status === 'ahead' || status === 'identical' ? aheadBy + 1 : undefined;
    }
    catch (error) {
        if (error instanceof github_github/* NotFoundError */.m_)
            return undefined;
        if (error instanceof github_github/* GitHubError */.y_)
            return UNKNOWN_DEPTH;
        throw error;
    }
}
async function commitOf(github, name) {
    try {
        return await github.commit(name);
    }
    catch (error) {
        if (!(error instanceof github_github/* NotFoundError */.m_))
            throw error;
        throw (0,errors/* inputError */.Xu)('since', `is ${(0,errors/* quoted */.TL)(name)}, which is no commit of this repository.`, 'Give the full id of a commit.');
    }
}
/** Milliseconds within which the last request of a killed run may still take effect. */
const MARGIN = 2 * 60 * 1000;
/**
 * @param runs of all events but pull requests and merge groups, this run included.
 * @param own this run. The list must show it, or a newer one; of a repeated run it must show this attempt, because any
 *   older list shows its first.
 */
function findBase(runs, own) {
    const isCurrent = ({ id, number, attempt }) => id === own.id ? attempt >= own.attempt : own.attempt === 1 && number > own.number;
    if (!runs.some(isCurrent))
        return { kind: 'outdated' };
    const others = runs.filter(({ id }) => id !== own.id);
    const [run] = others.filter(github_github/* isPushSuccess */.gt).sort((a, b) => b.number - a.number);
    if (run === undefined)
        return { kind: 'none' };
    const overlaps = ({ completed, updatedAt }) => !completed || updatedAt > run.createdAt - MARGIN;
    return { kind: 'base', run, overlapping: others.filter((other) => other !== run && overlaps(other)) };
}

;// CONCATENATED MODULE: ./src/changes/tip.ts




/** Seconds between two questions while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = [1, 2, 4, 8];
/**
 * The head of the branch, which is the commit of the job or a descendant of it.
 *
 * @param newest the commit of a newer run. A tip that lacks it is an old answer, or the branch was reset.
 * @throws {ActionError} of kind `github` where GitHub does not say; of kind `branch-moved` where the branch was reset.
 */
async function findTip(github, { sha, trigger }, branch, newest) {
    const replaced = trigger.kind === 'push' && trigger.forced ? trigger.before : undefined;
    return (await findNextTip(github, branch, sha, { replaced, newest })).commit;
}
/**
 * The head of the branch, which is `commit` or a descendant of it.
 *
 * @throws as `findTip`.
 */
async function findNextTip(github, branch, commit, { replaced, newest } = {}) {
    for (let attempt = 0;; attempt++) {
        const tip = await github.branchHead(branch);
        const wait = WAITS[attempt];
        const { status, aheadBy } = await compare(github, commit, tip, replaced);
        if (status === 'identical' || status === 'ahead') {
            // Without a run of its own, a reset of the branch looks the same.
            const isOld = newest !== undefined && newest !== tip && (await relation(github, tip, newest)).status === 'ahead';
            if (!isOld || wait === undefined)
                return { commit: tip, aheadBy };
        }
        if (status === 'diverged') {
            throw moved(branch, `was reset to ${(0,src_event/* shortId */.m_)(tip)}, which does not contain ${(0,src_event/* shortId */.m_)(commit)}`);
        }
        if (wait === undefined) {
            throw moved(branch, `is at ${(0,src_event/* shortId */.m_)(tip)}, which is older than ${(0,src_event/* shortId */.m_)(commit)} of this run`);
        }
        await (0,external_node_timers_promises_.setTimeout)(wait * 1000);
    }
}
async function compare(github, commit, tip, replaced) {
    if (tip === commit)
        return { status: 'identical', aheadBy: 0 };
    const isReplaced = replaced !== undefined && (tip === replaced || (await relation(github, tip, replaced)).status === 'ahead');
    return isReplaced ? STALE : relation(github, commit, tip);
}
const STALE = { status: 'behind', aheadBy: 0 };
/** Commits that GitHub does not know yet count as an old answer. */
async function relation(github, base, head) {
    try {
        return await github.compare(base, head);
    }
    catch (error) {
        if (error instanceof github_github/* NotFoundError */.m_)
            return STALE;
        throw error;
    }
}
function moved(branch, how) {
    return new errors/* ActionError */.lZ('branch-moved', `The branch ${branch} ${how}.`, 'The run of the push that moved the branch delivers it. If there is none, start the workflow by hand on the branch.');
}

// EXTERNAL MODULE: ./node_modules/minimatch/dist/esm/index.js + 6 modules
var esm = __webpack_require__(5273);
;// CONCATENATED MODULE: ./src/changes/patterns.ts


const MAX_PATTERNS = 500;
const MAX_LENGTH = 1000;
/** As @actions/glob 0.7 calls minimatch, the same on every system. */
const OPTIONS = {
    ...{ dot: true, nobrace: true, noext: true, nocomment: true, nonegate: true },
    platform: 'linux'
};
/**
 * Compiles the lines of `files` into a matcher of paths relative to the repository's root: the last line that matches
 * decides, `!` excludes, and a folder stands for everything below it, as in @actions/glob. One thing differs: a line that
 * selects and names no ending (a folder, `*`, `**`) selects Markdown files only, not the pictures beside them.
 *
 * Refuses what @actions/glob takes literally although its author meant something else: braces, commas, backslashes.
 *
 * @param used gets each line that decides about a path.
 * @throws {ActionError} of kind `input`, with the way to write it.
 */
function compilePatterns(lines, used = new Set()) {
    if (lines.length > MAX_PATTERNS) {
        const problem = `has ${lines.length} patterns; the limit is ${MAX_PATTERNS}.`;
        throw (0,errors/* inputError */.Xu)('files', problem, 'Name folders instead of files.');
    }
    const patterns = lines.map(compilePattern);
    if (patterns.every(({ exclude }) => exclude)) {
        throw (0,errors/* inputError */.Xu)('files', patterns.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which select nothing.', 'First say what to select, for example `docs/runbooks/**/*.md`, then what to leave out.');
    }
    return (path) => {
        const pattern = patterns.findLast(({ matches }) => matches(path));
        if (pattern === undefined)
            return false;
        used.add(pattern.line);
        return !pattern.exclude;
    };
}
/** The line that excludes a path, to be pasted at the end of `files`; undefined where a path cannot be shown. */
function exclusionOf(path) {
    if (/[\p{C}\p{Zl}\p{Zp}]/u.test(path))
        return undefined;
    return `!${path.replace(/[^\p{L}\p{N}\p{M} ._/-]|^ | $/gu, '?')}`;
}
function compilePattern(line) {
    const [, marks = '', text = ''] = /^((?:!\s*)*)(.*)$/s.exec(line) ?? [];
    const exclude = marks.replace(/[^!]/g, '').length % 2 === 1;
    const [problem, hint] = mistakeIn(line, text) ?? [];
    if (problem !== undefined && hint !== undefined) {
        throw (0,errors/* inputError */.Xu)('files', `has the pattern ${(0,errors/* quoted */.TL)(line, 80)}, which ${problem}.`, hint);
    }
    const parts = text.split('/').filter((part) => part !== '');
    const isFolder = text.endsWith('/');
    const itself = new esm/* Minimatch */.VR(parts.join('/'), OPTIONS);
    const below = new esm/* Minimatch */.VR([...parts, '**'].join('/'), OPTIONS);
    const anyEnding = exclude || !/^\*+$/.test(parts.at(-1) ?? '');
    return {
        line,
        exclude,
        matches: (path) => (!isFolder && itself.match(path) && (anyEnding || isMarkdown(path))) ||
            (below.match(path) && (exclude || isMarkdown(path)))
    };
}
function isMarkdown(path) {
    return /\.(?:md|markdown|mdown|mkd)$/i.test(path);
}
/** What cannot be a pattern, or means something else than its author thought; and the way to write it. */
function mistakeIn(line, text) {
    const show = (pattern) => (0,errors/* quoted */.TL)(pattern, 80);
    if (line.length > MAX_LENGTH) {
        return [`has ${line.length} characters; the limit is ${MAX_LENGTH}`, 'Split it into several lines.'];
    }
    if (text === '')
        return ['is empty', 'Give a pattern such as `docs/runbooks/**/*.md`.'];
    if (text.includes('\\')) {
        return ['contains a backslash', `Write ${show(text.replace(/\\+/g, '/'))}: folders are separated by \`/\`.`];
    }
    if (/^[a-z]:/i.test(text) || text.startsWith('/') || /^~(?:\/|$)/.test(text)) {
        const path = text.replace(/^(?:[a-z]:)?[/~]+/i, '');
        return ['is an absolute path', `Patterns begin at the repository’s root: ${show(path)}.`];
    }
    if (text.split('/').some((part) => part === '.' || part === '..')) {
        return ['has a part `.` or `..`', 'Patterns begin at the repository’s root and cannot leave it.'];
    }
    const [braces, choices] = /\{([^{}]*(?:,|\.\.)[^{}]*)\}/.exec(text) ?? [];
    if (braces !== undefined && choices !== undefined) {
        const lines = choices.split(',').map((choice) => show(text.replace(braces, () => choice)));
        return ['has braces, which mean nothing here', `Write one line for each: ${lines.join(', ')}.`];
    }
    if (text.includes(',')) {
        const lines = text.split(',').map((part) => show(part.trim()));
        return ['contains a comma', `Write one pattern a line: ${lines.join(', ')}. A comma in a name is written \`?\`.`];
    }
    if (/[?*+@!]\([^/]*\)/.test(text)) {
        return ['has an extended pattern such as `@(a|b)`, which means nothing here', 'Write one line for each.'];
    }
    return undefined;
}

;// CONCATENATED MODULE: ./src/changes/changes.ts






/**
 * The runbooks that a run is about. Everything in the knowledge base was written from a commit between the start of the
 * range and the tip, so a file that no edge between them touches has one text in all of them and need not be sent. Where
 * the start is not known, the answer is a full sync. See docs/decisions.md.
 *
 * @throws {ActionError} where the tip is not known.
 */
async function findChanges(context) {
    const { job, inputs, mode, files } = context;
    const { trigger, branch } = job;
    if (trigger.kind === 'push' && trigger.deleted)
        return nothing(job.sha, `${(0,src_event/* shortRef */.m3)(job.ref)} was deleted.`);
    const followed = followedBranch(context);
    if (files instanceof DiskFiles)
        return diskChanges(context, followed);
    const inGit = { ...context, files };
    if (trigger.kind === 'pull-request')
        return pullRequestChanges(inGit, trigger.head);
    if (trigger.kind === 'merge-group')
        return twoCommits(inGit, trigger.base, trigger.head, 'in this merge group');
    if (followed !== undefined)
        return branchChanges(inGit, followed);
    await files.ensureCommit(job.sha);
    const tip = await files.peel(job.sha);
    if (mode === 'plan' && trigger.kind === 'push' && inputs.scope !== 'all') {
        return pushChanges(inGit, trigger.before, tip);
    }
    if (branch === undefined)
        return fullChanges(context, tip, 'a tag has no earlier runs');
    if (trigger.kind === 'push')
        return fullChanges(context, tip, 'the input `scope` is `all`');
    return fullChanges(context, tip, `the event ${trigger.name} names no commits`);
}
/**
 * What moved on the branch after `delivered` was written; undefined where nothing did.
 *
 * @throws {ActionError} of kind `branch-moved` where the branch is not at `delivered` or a descendant of it.
 */
async function findNextChanges(context, delivered) {
    const { files, github, job } = context;
    const branch = followedBranch(context);
    if (branch === undefined)
        return undefined;
    const tip = await findNextTip(github, branch, files instanceof DiskFiles ? job.sha : delivered);
    if (tip.commit === delivered)
        return undefined;
    if (files instanceof DiskFiles) {
        if (tip.commit === job.sha)
            return undefined;
        throw notCheckedOut(branch, tip.commit);
    }
    const why = 'that moved on the branch while this run delivered';
    const depth = () => Promise.resolve(tip.aheadBy + 1);
    const changes = await rangeChanges({ ...context, files }, tip.commit, [delivered], why, depth);
    await checkWorkflow(files, branch, delivered, tip.commit);
    return changes;
}
/** The branch whose head the run delivers: the one of the job, for a sync and for a plan on the default branch. */
function followedBranch({ job, mode }) {
    const { trigger, branch, defaultBranch } = job;
    if (branch === undefined || trigger.kind === 'untrusted')
        return undefined;
    return mode === 'sync' || branch === defaultBranch ? branch : undefined;
}
async function branchChanges(context, branch) {
    const { github, job, mode, files, diagnose } = context;
    // The runs first: a run that begins in between is then missing here, and its commit is part of the tip.
    const start = await findStart(context, branch);
    const newest = start.kind === 'range' ? start.newest : undefined;
    const tip = mode === 'sync' ? await findTip(github, job, branch, newest) : job.sha;
    const changes = start.kind === 'full'
        ? await fullChanges(context, tip, start.why)
        : await rangeChanges(context, tip, start.commits, start.why, (commit = start.oldest) => depthOf(github, commit, tip));
    // Only now are both commits here.
    await checkWorkflow(files, branch, job.sha, tip);
    if (start.kind === 'full' && start.warning !== undefined)
        diagnose({ level: 'warning', message: start.warning });
    return changes;
}
/** Files on the disk are those of the commit of this run; a branch that moved on has other texts. */
async function diskChanges(context, branch) {
    const { github, job, mode } = context;
    if (branch !== undefined && mode === 'sync') {
        const tip = await findTip(github, job, branch);
        if (tip !== job.sha)
            throw notCheckedOut(branch, tip);
    }
    return fullChanges(context, '', 'the files come from the disk');
}
/** What the merge would change: the difference between GitHub's merge commit and its first parent. */
async function pullRequestChanges(context, head) {
    const { files, job } = context;
    // The merge commit cannot be fetched after the pull request was closed.
    const [into, ...others] = (await files.hasCommit(job.sha)) ? await files.parents(job.sha) : [];
    if (into === undefined || others.length === 0) {
        return fullChanges(context, head, 'GitHub has no merge commit of this pull request');
    }
    return twoCommits(context, into, job.sha, 'in this pull request');
}
/** A plan for a branch or tag that is not followed: what the push changed. */
async function pushChanges(context, before, tip) {
    if (before === undefined)
        return fullChanges(context, tip, 'the push names no commit before it');
    if (await context.files.hasCommit(before))
        return twoCommits(context, before, tip, 'in this push');
    return fullChanges(context, tip, `the commit before the push, ${(0,src_event/* shortId */.m_)(before)}, cannot be fetched`);
}
/** @param depth as `Repository.range` asks for it. */
async function rangeChanges(context, tip, commits, why, depth) {
    const range = await context.files.range(tip, commits, depth);
    if (range.kind === 'unknown')
        return fullChanges(context, tip, range.why);
    return changesOf(context, range, why);
}
async function twoCommits(context, start, tip, what) {
    await context.files.ensureCommit(start);
    await context.files.ensureCommit(tip);
    return changesOf(context, { start, tip, edges: [[tip, start]] }, what);
}
/** @param why completes "Changes …". */
async function changesOf({ files, matches, mode }, { start, tip, edges }, why) {
    const [selected, versions, before] = await Promise.all([
        files.list(tip, matches),
        files.versions(tip, edges, (path) => matches(path) || isWorkflow(path)),
        files.difference(start, tip, matches)
    ]);
    const isFull = [...versions.keys()].some(isWorkflow);
    const changed = [];
    for (const file of selected.files) {
        const texts = versions.get(file.path);
        versions.delete(file.path);
        if (texts !== undefined) {
            // A path without a difference between start and tip had the text of the tip at the start.
            const id = before.has(file.path) ? before.get(file.path) : file.id;
            changed.push({ ...file, before: id, versions: [...texts] });
        }
        else if (isFull) {
            changed.push({ ...file, before: undefined, versions: [] });
        }
    }
    const removed = [...versions]
        .filter(([path]) => matches(path))
        .map(([path, texts]) => ({ path, before: before.get(path), versions: [...texts] }));
    const found = { tip, selected, changed, removed };
    if (isFull) {
        const reason = `${fullSync(mode)}: \`.github/workflows\` or \`.github/actions\` changed ${why}.`;
        return { ...found, kind: 'full', base: '', reason };
    }
    const reason = `${start === tip ? 'Nothing changed' : 'Changes'} ${why}.`;
    return { ...found, kind: 'range', base: start, reason };
}
async function fullChanges({ files, matches, mode }, tip, why) {
    if (files instanceof Repository)
        await files.ensureCommit(tip);
    const selected = await files.list(tip, matches);
    const changed = selected.files.map((file) => ({ ...file, before: undefined, versions: [] }));
    return { kind: 'full', reason: `${fullSync(mode)}: ${why}.`, base: '', tip, selected, changed, removed: [] };
}
function fullSync(mode) {
    return mode === 'plan' ? 'Plan of a full sync' : 'Full sync';
}
function nothing(tip, reason) {
    const selected = { files: [], skipped: [], total: 0, otherCase: [] };
    return { kind: 'nothing', reason, base: '', tip, selected, changed: [], removed: [] };
}
/** The inputs of this run are those of its own commit. */
async function checkWorkflow(files, branch, own, tip) {
    if (own === tip)
        return;
    await files.ensureCommit(own);
    const changed = await files.difference(own, tip, isWorkflow);
    if (changed.size === 0)
        return;
    throw moved(branch, `moved to ${(0,src_event/* shortId */.m_)(tip)}, which changes \`.github/workflows\` or \`.github/actions\``);
}
function isWorkflow(path) {
    return path.startsWith('.github/workflows/') || path.startsWith('.github/actions/');
}
function notCheckedOut(branch, tip) {
    return moved(branch, `moved to ${(0,src_event/* shortId */.m_)(tip)}, which is not checked out`);
}

// EXTERNAL MODULE: ./src/inputs.ts
var src_inputs = __webpack_require__(8422);
;// CONCATENATED MODULE: ./src/knowledge/api-types.ts
/** What the vendor specifies of the API, and nothing more. */
/** Paths below `{base_url}`. */
const LIST_PATH = '/personal/v1/knowledge/list';
const UPSERT_PATH = '/personal/v1/knowledge/upsert';
/** The specification's example begins at page 1. */
const FIRST_PAGE = 1;

// EXTERNAL MODULE: ./node_modules/p-retry/index.js + 1 modules
var p_retry = __webpack_require__(4995);
// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/proxy.js
var lib_proxy = __webpack_require__(9783);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(6752);
;// CONCATENATED MODULE: ./src/knowledge/connection.ts




/** Bytes that are read of an answer other than 2xx. */
const MAX_ERROR_BYTES = 16 * 1024;
/** Milliseconds; a firewall that drops packets is told apart from a service that is slow. */
const CONNECT_TIMEOUT = 10_000;
/** HTTP to the service: no redirects, no retries, every answer bounded in time and bytes. */
class Connection {
    /** Of the service, with its port. */
    host;
    /** What is connected to, for messages: the host, or the proxy. */
    peer;
    #dispatcher;
    #url;
    #options;
    constructor(options) {
        const { baseUrl, concurrency, timeout } = options;
        const url = new URL(baseUrl);
        // The deadline of an attempt replaces undici's own, of which none ends a slow trickle.
        const connect = { timeout: Math.min(timeout, CONNECT_TIMEOUT) };
        const settings = { connections: concurrency, headersTimeout: 0, bodyTimeout: 0, connect };
        const proxy = (0,lib_proxy/* getProxyUrl */.s)(url);
        this.#dispatcher =
            proxy === undefined
                ? new undici.Pool(url.origin, settings)
                : new undici.ProxyAgent({ ...settings, ...credentialsOf(proxy), uri: proxy.origin });
        this.#url = url;
        this.host = url.host;
        this.peer = proxy === undefined ? url.host : `the proxy ${proxy.host}`;
        this.#options = options;
    }
    /**
     * Sends one request.
     *
     * @param path below the base address, with a leading slash.
     * @param json the body.
     * @param limit bytes that are read of a 2xx answer.
     * @param signal aborts; the promise then rejects with its reason.
     * @throws what undici throws; a `TimeoutError` after the deadline.
     */
    async post(path, json, limit, signal) {
        const { token, baseUrl, timeout } = this.#options;
        // `AbortSignal.any` and `AbortSignal.timeout` would stay in memory long after the request.
        const controller = new AbortController();
        const timer = setTimeout(() => {
            controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
        }, timeout);
        const abort = () => {
            controller.abort(signal.reason);
        };
        signal.addEventListener('abort', abort);
        try {
            const { statusCode, headers, body } = await this.#dispatcher.request({
                origin: this.#url.origin,
                path: this.#url.pathname.replace(/\/$/, '') + path,
                method: 'POST',
                headers: {
                    authorization: `Bearer ${token.reveal()}`,
                    'content-type': 'application/json',
                    accept: 'application/json',
                    'accept-encoding': 'identity',
                    'user-agent': 'runbook-sync'
                },
                body: JSON.stringify(json),
                signal: controller.signal
            });
            const header = (name) => {
                const value = headers[name];
                return (typeof value === 'string' ? value : value?.[0]) ?? '';
            };
            const isSuccess = statusCode >= 200 && statusCode < 300;
            const bytes = await readBody(body, isSuccess ? limit : MAX_ERROR_BYTES);
            const encoding = header('content-encoding').toLowerCase();
            const content = bytes === undefined ? { kind: 'too-large', limit } : await decode(bytes, encoding, limit);
            return { url: baseUrl + path, status: statusCode, header, body: content };
        }
        finally {
            clearTimeout(timer);
            signal.removeEventListener('abort', abort);
        }
    }
    async [Symbol.asyncDispose]() {
        await this.#dispatcher.destroy();
    }
}
/** Credentials of the URL are percent-encoded; `getProxyUrl` has decoded them. */
function credentialsOf({ username, password }) {
    if (username === '')
        return {};
    return { token: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
}
/** Undefined for more than `limit` bytes. */
async function readBody(body, limit) {
    const chunks = [];
    let size = 0;
    for await (const chunk of body) {
        size += chunk.length;
        // Leaving the loop destroys the stream, and with it the connection.
        if (size > limit)
            return undefined;
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}
const unzipAsync = (0,external_node_util_.promisify)(external_node_zlib_.unzip);
const brotliAsync = (0,external_node_util_.promisify)(external_node_zlib_.brotliDecompress);
async function decode(bytes, encoding, limit) {
    const options = { maxOutputLength: limit };
    try {
        switch (encoding) {
            case '':
            case 'identity':
                return { kind: 'text', text: bytes.toString() };
            case 'gzip':
            case 'x-gzip':
            case 'deflate':
                return { kind: 'text', text: (await unzipAsync(bytes, options)).toString() };
            case 'br':
                return { kind: 'text', text: (await brotliAsync(bytes, options)).toString() };
            default:
                return { kind: 'damaged', encoding };
        }
    }
    catch (error) {
        const isTooLarge = error.code === 'ERR_BUFFER_TOO_LARGE';
        return isTooLarge ? { kind: 'too-large', limit } : { kind: 'damaged', encoding };
    }
}

// EXTERNAL MODULE: ./node_modules/p-queue/dist/index.js + 4 modules
var dist = __webpack_require__(9052);
;// CONCATENATED MODULE: ./src/knowledge/limiter.ts

/** Milliseconds of the first pause after a 429 without `Retry-After`; each further one is twice as long. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 30_000;
/**
 * Limits requests in flight. A 429 pauses all of them and halves their number, once for all requests of that moment;
 * each round of successes adds one.
 */
class RateLimiter {
    #queue;
    #most;
    #successes = 0;
    #throttles = 0;
    #lastThrottle = 0;
    #pausedUntil = 0;
    #timer;
    constructor(concurrency) {
        this.#queue = new dist/* default */.Ay({ concurrency });
        this.#most = concurrency;
    }
    /** Runs a task when its turn comes. */
    async run(task) {
        return this.#queue.add(task);
    }
    succeeded() {
        this.#throttles = 0;
        if (this.#queue.concurrency === this.#most || ++this.#successes < this.#queue.concurrency)
            return;
        this.#successes = 0;
        this.#queue.concurrency++;
    }
    /**
     * @param started when the request began, by `performance.now()`.
     * @returns the milliseconds to pause where the service names none.
     */
    throttled(started) {
        if (started < this.#lastThrottle)
            return 0;
        this.#lastThrottle = performance.now();
        this.#successes = 0;
        this.#queue.concurrency = Math.max(1, Math.floor(this.#queue.concurrency / 2));
        return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#throttles++);
    }
    /**
     * No task starts for so many milliseconds.
     *
     * @returns by how many this extends the present pause.
     */
    pause(ms) {
        const now = performance.now();
        const before = Math.max(now, this.#pausedUntil);
        if (now + ms <= before)
            return 0;
        this.#pausedUntil = now + ms;
        this.#queue.pause();
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
            this.#queue.start();
        }, ms);
        return this.#pausedUntil - before;
    }
    /** Ends a pause. */
    resume() {
        clearTimeout(this.#timer);
        this.#queue.start();
    }
}

;// CONCATENATED MODULE: ./src/knowledge/snippet.ts
const snippet_MAX_LENGTH = 200;
/** Characters of an answer in which a title is looked for. */
const MAX_INPUT = 4000;
/**
 * What the service said, fit for a message: the text of a JSON error (RFC 9457 or the usual fields), the title of an HTML
 * page, else the body; on one line, without the token, invisible characters and workflow commands, 200 characters at most.
 * Empty where it says nothing.
 *
 * @param mayHoldTexts whether the body may be a list of entries, whose texts must not be printed.
 */
function snippetOf(body, token, mayHoldTexts = false) {
    // Redacted before anything is cut, and again because escape sequences of JSON may have split the token.
    const text = token.redact(body.replace(/\p{Cf}/gu, ''));
    const said = messageIn(text) ?? titleIn(text) ?? (mayHoldTexts ? '' : bodyWithText(text));
    const visible = token.redact(said.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, ''));
    const snippet = visible.toWellFormed().trim();
    return snippet.length > snippet_MAX_LENGTH ? `${snippet.slice(0, snippet_MAX_LENGTH).toWellFormed()}…` : snippet;
}
function isHtml(body) {
    return /^\uFEFF?\s*<(?:!doctype|!--|[a-z][a-z0-9-]*[\s/>])/i.test(body.slice(0, 1000));
}
function bodyWithText(body) {
    return /^[\s{}[\]]*$/.test(body.slice(0, MAX_INPUT)) ? '' : body;
}
function messageIn(body) {
    let value;
    try {
        value = JSON.parse(body);
    }
    catch {
        return undefined;
    }
    if (typeof value === 'string')
        return value;
    if (typeof value !== 'object' || value === null)
        return undefined;
    const { error, errors, detail, message, msg, error_description, title } = value;
    const first = Array.isArray(errors) ? errors[0] : errors;
    const nested = [error, first].map((inner) => typeof inner === 'object' && inner !== null ? inner['message'] : inner);
    const texts = [...nested.slice(0, 1), detail, message, msg, error_description, ...nested.slice(1), title];
    return texts.find((text) => typeof text === 'string' && text.trim() !== '');
}
function titleIn(body) {
    return isHtml(body) ? (/<title[^>]{0,200}>([^<]{1,500})/i.exec(body.slice(0, MAX_INPUT))?.[1] ?? '') : undefined;
}

;// CONCATENATED MODULE: ./src/knowledge/response.ts


/** Why an attempt failed. */
class RequestError extends errors/* ActionError */.lZ {
    /** Whether the same request may succeed later. */
    retryable;
    /** Milliseconds that the service asks to wait. */
    retryAfter;
    /** Whether a smaller page of the list may be possible. */
    tooLarge;
    /** Requests that were made. */
    attempts = 1;
    constructor(kind, message, hint, options = {}) {
        super(kind, message, hint, options);
        this.retryable = options.retryable ?? false;
        this.retryAfter = options.retryAfter;
        this.tooLarge = options.tooLarge ?? false;
    }
}
/**
 * The JSON of an answer that says that the request succeeded; undefined for an empty body. An answer is a success only if
 * it is 2xx and its whole body is understood.
 *
 * @throws {RequestError}
 */
function parseSuccess(response, token) {
    const { status, body } = response;
    if (status < 200 || status >= 300)
        throw statusError(response, token);
    if (body.kind === 'too-large') {
        const message = `The answer (HTTP ${status}) is larger than ${body.limit / 1024 / 1024} MiB and was not read.`;
        const hint = 'Check `base-url`, or ask those who operate the service.';
        throw new RequestError('service-failing', message, hint, { tooLarge: true });
    }
    if (body.kind === 'damaged')
        throw incomplete(`${body.encoding} content that cannot be decoded`, status);
    if (isHtmlAnswer(response))
        throw htmlError(response, quote(response, token));
    if (body.text.trim() === '')
        return undefined;
    let value;
    try {
        value = JSON.parse(body.text.replace(/^\uFEFF/, ''));
    }
    catch {
        if (/^\s*[[{"]/.test(body.text))
            throw incomplete('JSON that is incomplete or malformed', status);
        throw wrongAddress(`${response.url} returned text instead of JSON (HTTP ${status})${quote(response, token)}`);
    }
    if (codeOf(value) === 401)
        throw tokenRejected(quote(response, token));
    if (reportsError(value) || /\bproblem\+json\b/i.test(response.header('content-type'))) {
        const message = `The service answered with HTTP ${status}, but its answer reports an error${quote(response, token)}`;
        throw new RequestError('entry-rejected', message, CORRECT);
    }
    return value;
}
const CHECK_URL = 'Check `base-url`: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.';
const CORRECT = 'Correct the runbook by what the service says; if that does not help, ask those who operate the service.';
const RUN_AGAIN = 'Run the job again when the service works; if it does not, tell those who operate it.';
const TOKENS = 'Settings → Access Tokens of the assistant';
const UPDATE_SECRET = 'store the new value, which is shown once, in the secret `RUNBOOK_SYNC_TOKEN` (input `token`). Then run the job again';
function statusError(response, token) {
    const { status } = response;
    const said = quote(response, token);
    const retryAfter = retryAfterOf(response);
    switch (status) {
        case 401:
            return tokenRejected(said);
        case 403: {
            if (isHtmlAnswer(response))
                return htmlError(response, said);
            const hint = 'A token works only in the workspace in which it was created: check that `base-url` and `token` belong to the ' +
                'same workspace, and that the owner of the token may edit knowledge there. If the token was rotated, update ' +
                'the secret.';
            return new RequestError('forbidden', `The token has no permission for this request (HTTP 403)${said}`, hint);
        }
        case 404:
        case 405:
        case 410:
        case 501:
            return wrongAddress(`There is no such API at ${response.url} (HTTP ${status})${said}`);
        case 407: {
            const hint = 'Add them to `https_proxy`, or add the host of the service to `no_proxy`.';
            return new RequestError('unreachable', 'The proxy requires credentials (HTTP 407).', hint);
        }
        case 413: {
            const message = `The entry is too large for the service (HTTP 413)${said}`;
            return new RequestError('entry-rejected', message, 'Split the runbook.', { tooLarge: true });
        }
        case 429: {
            const message = `The service receives too many requests (HTTP 429)${said}`;
            const hint = 'Run the job again later, with a lower `concurrency`.';
            return new RequestError('rate-limited', message, hint, { retryable: true, retryAfter });
        }
    }
    if (status >= 300 && status < 400)
        return redirect(response, token);
    if (status >= 400 && status < 500 && status !== 408) {
        const message = `The service rejects the request (HTTP ${status})${said}`;
        return new RequestError('entry-rejected', message, CORRECT, { tooLarge: status === 400 || status === 422 });
    }
    const retryable = [408, 500, 502, 503, 504].includes(status);
    const message = `The service fails (HTTP ${status})${said}`;
    return new RequestError('service-failing', message, RUN_AGAIN, { retryable, retryAfter });
}
/** Says what to do by the reason that the service gives: only an active or expired token can be rotated. */
function tokenRejected(said) {
    const hint = /\bexpired?\b/i.test(said)
        ? `Choose Rotate in ${TOKENS}, and ${UPDATE_SECRET}.`
        : /\b(?:revoked|replaced|rotated|deleted)\b/i.test(said)
            ? 'A revoked token cannot be rotated. If a rotation replaced it, store that value. ' +
                `Otherwise choose Create Token in ${TOKENS}, and ${UPDATE_SECRET}.`
            : `In ${TOKENS}, choose Rotate if the token is listed as expired, else Create Token; then ${UPDATE_SECRET}.`;
    return new RequestError('token-rejected', `The service rejects the token (HTTP 401)${said}`, hint);
}
function redirect(response, token) {
    // The query of such an address often holds a ticket.
    const target = snippetOf(response.header('location').replace(/[?#].*$/s, ''), token);
    const where = target === '' ? 'without an address' : `to “${target}”`;
    return wrongAddress(`${response.url} redirects (HTTP ${response.status}) ${where}. The Action follows no redirect, so that the token stays here.`, 'If the API has moved, give its new address.');
}
function htmlError({ url, status }, said) {
    return wrongAddress(`${url} returned an HTML page instead of JSON (HTTP ${status})${said}`, 'A sign-in page or a proxy in between also answers like this.');
}
function wrongAddress(message, more = '') {
    return new RequestError('wrong-address', message, `${CHECK_URL} ${more}`.trimEnd());
}
function incomplete(what, status) {
    const message = `The service returned ${what} (HTTP ${status}).`;
    return new RequestError('service-failing', message, RUN_AGAIN, { retryable: true });
}
function reportsError(value) {
    if (value === false)
        return true;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return false;
    const { error, errors, success, ok, status } = value;
    if ([success, ok].some((field) => field === false || field === 'false'))
        return true;
    if (typeof status === 'string' && /^(?:error|fail(?:ed|ure)?)$/i.test(status))
        return true;
    return isFilled(error) || isFilled(errors) || codeOf(value) >= 400;
}
/** The largest number of `code`, `status` and `statusCode`, of text only an HTTP status from 400; 0 without one. */
function codeOf(value) {
    if (typeof value !== 'object' || value === null)
        return 0;
    const { code, status, statusCode } = value;
    const isNumber = (field) => typeof field === 'number' || (typeof field === 'string' && /^[45]\d\d$/.test(field));
    return Math.max(0, ...[code, status, statusCode].filter(isNumber).map(Number));
}
function isFilled(value) {
    if (typeof value === 'object' && value !== null)
        return Object.keys(value).length > 0;
    return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}
function isHtmlAnswer({ body, header }) {
    if (body.kind !== 'text' || body.text.trim() === '')
        return false;
    return isHtml(body.text) || /\bx?html\b/i.test(header('content-type'));
}
/** `: “what the service says”.`, or a full stop. */
function quote({ status, body }, token) {
    const said = body.kind === 'text' ? snippetOf(body.text, token, status < 300).replace(/[.\s]+$/, '') : '';
    return said === '' ? '.' : `: “${said}”.`;
}
/**
 * `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3). A date counts from the answer's own `Date`,
 * because clocks differ; a past one is 0. Undefined for anything else.
 */
function retryAfterOf({ header }) {
    const value = header('retry-after').trim();
    if (/^\d+(?:\.\d+)?$/.test(value))
        return Number(value) * 1000;
    const until = httpDate(value);
    return until === undefined ? undefined : Math.max(0, until - (httpDate(header('date')) ?? Date.now()));
}
/** `Date.parse` accepts nearly everything. */
function httpDate(text) {
    const time = /^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
        ? Date.parse(text)
        : NaN;
    return Number.isNaN(time) ? undefined : time;
}

;// CONCATENATED MODULE: ./src/knowledge/network-error.ts


const CHECK_NETWORK = 'Check `base-url`, and that the runner’s network reaches it (firewall, VPN, `https_proxy`, `no_proxy`).';
const network_error_RUN_AGAIN = 'Run the job again; if this stays, ask those who operate the service or the network in between.';
const CHECK_HOST = 'Check the scheme, host and port of `base-url`.';
/**
 * Explains why a request got no complete answer.
 *
 * @param error what `Connection.post` threw.
 * @param timeout milliseconds.
 */
function networkError(error, { host, peer }, timeout) {
    const code = network_error_codeOf(error);
    const said = (0,errors/* messageOf */.bD)(error);
    const unreachable = (message, hint, retryable = true) => new RequestError('unreachable', message, hint, { retryable, cause: error });
    const failing = (message, hint) => new RequestError('service-failing', message, hint, { retryable: true, cause: error });
    if (error instanceof Error && error.name === 'TimeoutError') {
        const hint = 'Run the job again when the service works, or raise `timeout`.';
        return failing(`The service gave no complete answer within ${timeout / 1000} s.`, hint);
    }
    const tunnel = /\((\d{3})\) when HTTP Tunneling/.exec(said)?.[1];
    if (tunnel !== undefined) {
        const hint = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.';
        return unreachable(`The proxy does not connect to ${host} (HTTP ${tunnel}).`, hint, tunnel.startsWith('5'));
    }
    if (said === 'bad response') {
        return failing(`${host} sent an interim answer (100 Continue) that was not asked for.`, network_error_RUN_AGAIN);
    }
    switch (code) {
        case 'ECONNREFUSED':
            return unreachable(`Nothing listens at ${peer}: the connection was refused.`, CHECK_NETWORK);
        case 'ENOTFOUND':
        case 'EAI_AGAIN':
        case 'EAI_NODATA':
            return unreachable(`The name of ${peer} cannot be resolved.`, CHECK_NETWORK);
        case 'EHOSTUNREACH':
        case 'ENETUNREACH':
        case 'EADDRNOTAVAIL':
            return unreachable(`No route leads to ${peer} from this network.`, CHECK_NETWORK);
        case 'ETIMEDOUT':
        case 'UND_ERR_CONNECT_TIMEOUT':
            return unreachable(`${peer} accepts no connection in time.`, CHECK_NETWORK);
        case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
            return failing('The answer of the service is shorter or longer than it says.', network_error_RUN_AGAIN);
        case 'UND_ERR_SOCKET':
        case 'ECONNRESET':
        case 'EPIPE':
        case 'ECONNABORTED':
            return unreachable(`The connection to ${host} ended before the answer was complete.`, network_error_RUN_AGAIN);
        // The same certificate would be shown again.
        case 'CERT_HAS_EXPIRED': {
            const hint = 'Ask those who operate the service to renew it. The token was not sent.';
            return unreachable(`The certificate of ${host} has expired.`, hint, false);
        }
        case 'ERR_TLS_CERT_ALTNAME_INVALID':
        case 'HOSTNAME_MISMATCH':
        case 'UND_ERR_PRX_TLS': {
            const hint = 'Check the host in `base-url`. The token was not sent.';
            return unreachable(`The certificate that ${host} shows is for another host.`, hint, false);
        }
        case 'DEPTH_ZERO_SELF_SIGNED_CERT':
        case 'SELF_SIGNED_CERT_IN_CHAIN':
        case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
        case 'UNABLE_TO_GET_ISSUER_CERT':
        case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY': {
            const hint = 'If it is your own authority, name its certificate in the environment of the step: `NODE_EXTRA_CA_CERTS: /path/to/ca.pem`.';
            const message = `The runner does not trust the authority that signed the certificate of ${host}.`;
            return unreachable(message, hint, false);
        }
    }
    if (/^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|EPROTO$)/.test(code)) {
        return unreachable(`No secure connection to ${host} is possible (${code}).`, CHECK_HOST, false);
    }
    if (code.startsWith('HPE_') || code === 'UND_ERR_HEADERS_OVERFLOW') {
        return unreachable(`What answers at ${host} does not speak HTTP (${code}).`, CHECK_HOST, false);
    }
    return unreachable(`The request to ${host} failed (${code === '' ? said.slice(0, 200) : code}).`, CHECK_NETWORK);
}
/** Of a host with several addresses, Node reports one error with the errors of all of them. */
function network_error_codeOf(error) {
    const inner = error instanceof AggregateError ? error.errors[0] : undefined;
    for (const one of [error, inner]) {
        if (typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string')
            return one.code;
    }
    return '';
}

;// CONCATENATED MODULE: ./src/knowledge/client.ts








const MAX_UPSERT_ANSWER = 4 * 1024 * 1024;
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_LIST_PAGE = 8 * 1024 * 1024;
/** Milliseconds without a success after which a run ends, and while nothing ever succeeded. */
const PATIENCE = 10 * 60_000;
const FIRST_PATIENCE = 60_000;
/** Milliseconds: the longest wait before the first retry, and before any. */
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 20_000;
/** Milliseconds that a cancelled run gives the requests in flight. */
const GRACE = 2000;
/**
 * The knowledge base of the token. Requests wait for their turn, are retried, and end together when one failure concerns
 * all of them.
 */
class KnowledgeClient {
    #connection;
    #options;
    #limiter;
    #stop = new AbortController();
    #abort = new AbortController();
    #ended;
    #grace;
    #calls = 0;
    #hasSucceeded = false;
    /** Since when nothing succeeded, without the pauses that the service asked for and the time without requests. */
    #waitingSince = performance.now();
    #idleSince = performance.now();
    /** Milliseconds of pauses that the service asked for since the last success. */
    #askedPauses = 0;
    constructor(options) {
        this.#connection = new Connection(options);
        this.#limiter = new RateLimiter(options.concurrency);
        this.#options = options;
        if (options.signal.aborted)
            this.#cancel();
        else
            options.signal.addEventListener('abort', this.#cancel, { once: true });
    }
    /** Why no request is sent any more; undefined while the client works. */
    get ended() {
        return this.#ended;
    }
    /**
     * Creates or updates an entry.
     *
     * @returns the number of attempts.
     * @throws {RequestError} for this entry; `ended` where the run has ended.
     */
    async upsert(entry) {
        const { attempts } = await this.#call(UPSERT_PATH, entry, MAX_UPSERT_ANSWER);
        return attempts;
    }
    /**
     * One page of the list as JSON of unknown shape.
     *
     * @throws as `upsert`.
     */
    async listPage(pageNum, pageSize) {
        const request = { page_num: pageNum, page_size: pageSize };
        const { value } = await this.#call(LIST_PATH, request, MAX_LIST_PAGE);
        return value;
    }
    async [Symbol.asyncDispose]() {
        this.#options.signal.removeEventListener('abort', this.#cancel);
        clearTimeout(this.#grace);
        this.end(new errors/* ActionError */.lZ('cancelled', 'The connection to the service was closed.', 'Run the job again.'));
        await this.#connection[Symbol.asyncDispose]();
    }
    /** Sends nothing any more; requests in flight go on. */
    end(error) {
        this.#ended ??= error;
        this.#stop.abort(this.#ended);
        this.#limiter.resume();
    }
    async #call(path, json, limit) {
        if (this.#calls++ === 0)
            this.#waitingSince += performance.now() - this.#idleSince;
        let attempts = 0;
        try {
            // Each attempt is a task of its own, so that a pause applies to retries, too.
            const attempt = () => this.#limiter.run(async () => {
                if (this.#ended !== undefined)
                    throw this.#ended;
                return this.#attempt(path, json, limit, ++attempts);
            });
            const isRetryable = (error) => this.#ended === undefined &&
                error instanceof RequestError &&
                error.retryable &&
                !(path === LIST_PATH && this.#isOutOfPatience);
            const isRateLimit = (error) => error instanceof RequestError && error.kind === 'rate-limited';
            const value = await (0,p_retry/* default */.Ay)(attempt, {
                retries: this.#options.retries,
                minTimeout: 0,
                onFailedAttempt: async ({ error, retriesConsumed, retriesLeft }) => {
                    if (retriesLeft > 0 && isRetryable(error) && !isRateLimit(error))
                        await this.#backOff(retriesConsumed);
                },
                shouldRetry: ({ error }) => isRetryable(error),
                // The limiter paces these, and time bounds them.
                shouldConsumeRetry: ({ error }) => !isRateLimit(error)
            });
            return { value, attempts };
        }
        catch (error) {
            if (error instanceof RequestError && error !== this.#ended)
                error.attempts = attempts;
            throw error;
        }
        finally {
            if (--this.#calls === 0)
                this.#idleSince = performance.now();
        }
    }
    get #patience() {
        return this.#hasSucceeded ? PATIENCE : Math.max(FIRST_PATIENCE, 2 * this.#options.timeout);
    }
    get #isOutOfPatience() {
        return performance.now() - this.#waitingSince > this.#patience;
    }
    /**
     * Waits with full jitter, so that requests that failed together do not come back together.
     *
     * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
     */
    async #backOff(retries) {
        const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries);
        // The next attempt finds out why the run ended.
        await (0,external_node_timers_promises_.setTimeout)(Math.random() * longest, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    async #attempt(path, json, limit, attempt) {
        const { token, timeout, trace } = this.#options;
        const started = performance.now();
        let status = 'no answer';
        try {
            const response = await this.#connection.post(path, json, limit, this.#abort.signal);
            status = String(response.status);
            const value = parseSuccess(response, token);
            this.#succeed();
            return value;
        }
        catch (error) {
            if (this.#abort.signal.aborted && this.#ended !== undefined)
                throw this.#ended;
            const failure = error instanceof RequestError ? error : networkError(error, this.#connection, timeout);
            this.#fail(failure, started, path);
            throw this.#ended === undefined || !failure.retryable ? failure : this.#ended;
        }
        finally {
            trace(`POST ${path}: ${status} after ${Math.round(performance.now() - started)} ms, attempt ${attempt}`);
        }
    }
    #succeed() {
        this.#hasSucceeded = true;
        this.#waitingSince = performance.now();
        this.#askedPauses = 0;
        this.#limiter.succeeded();
    }
    /** What a failed attempt means for all requests. */
    #fail(failure, started, path) {
        if (failure.kind === 'token-rejected') {
            this.end(failure);
            this.#abort.abort(failure);
            return;
        }
        const ownPause = failure.kind === 'rate-limited' ? this.#limiter.throttled(started) : 0;
        if (failure.retryAfter === undefined) {
            this.#limiter.pause(ownPause);
        }
        else {
            const added = this.#limiter.pause(Math.min(failure.retryAfter, 2 * PATIENCE));
            this.#askedPauses += added;
            this.#waitingSince += added;
            if (this.#askedPauses > PATIENCE)
                this.end(asksTooMuch(failure.retryAfter));
        }
        // A list that cannot be read ends nothing: upserts may work.
        if (path !== LIST_PATH && this.#isOutOfPatience)
            this.end(noSuccess(this.#patience, failure));
    }
    #cancel = () => {
        this.end(new errors/* ActionError */.lZ('cancelled', 'The job was cancelled.', 'Run it again: it then delivers what is pending.'));
        this.#grace = setTimeout(() => {
            this.#abort.abort(this.#ended);
        }, GRACE);
    };
}
function asksTooMuch(retryAfter) {
    if (retryAfter <= PATIENCE) {
        const message = 'The run waited ten minutes, as the service asked it to (Retry-After), without a success.';
        return new errors/* ActionError */.lZ('out-of-time', message, 'Run the job again later: it then delivers what is pending.');
    }
    const days = Math.round(retryAfter / 86_400_000);
    const time = days < 2 ? `${Math.round(retryAfter / 1000)} s` : days < 1000 ? `${days} days` : 'more than 1,000 days';
    const message = `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`;
    return new errors/* ActionError */.lZ('out-of-time', message, 'Run the job again after that time: it then delivers what is pending.');
}
function noSuccess(patience, last) {
    return new errors/* ActionError */.lZ('out-of-time', `No request succeeded for ${Math.round(patience / 60_000)} min. The last failure: ${last.message}`, last.kind === 'unreachable'
        ? last.hint
        : 'Run the job again when the service works: it then delivers what is pending.');
}

;// CONCATENATED MODULE: ./src/sync/broken-links.ts
/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000;
/** Collects the targets of relative links and finds those that do not exist. */
class BrokenLinks {
    /** By their fields: a line may have a link twice, and a runbook may be added twice. */
    #links = new Map();
    add(path, targets) {
        for (const { path: target, line } of targets) {
            if (this.#links.size === MAX_LINKS)
                return;
            this.#links.set(JSON.stringify([path, line, target]), { path, line, target });
        }
    }
    /** A warning for each link whose target `commit` lacks. */
    async find(files, commit) {
        const links = [...this.#links.values()];
        const missing = await files.missing(commit, new Set(links.map(({ target }) => target)));
        return links
            .filter(({ target }) => missing.has(target))
            .map(({ path, line, target }) => {
            const message = `The link target ${target} does not exist. Correct the link, or add the file.`;
            return { level: 'warning', path, line, message };
        });
    }
}

;// CONCATENATED MODULE: ./src/sync/orphans.ts
/**
 * The names that texts of the range had and no selected runbook has: some run may have created their entries.
 *
 * @param named the selected runbooks.
 * @param current the selected files at the tip, by path.
 */
async function findOrphans({ changed, removed }, named, current, reader) {
    const texts = [...changed, ...removed].flatMap(({ path, before, versions }) => {
        const ids = new Set(before === undefined ? versions : [...versions, before]);
        return [...ids].map((id) => ({ path, id, wasDelivered: id === before }));
    });
    const nameAt = new Map(named.map(({ path, name }) => [path, name]));
    const inUse = new Set(nameAt.values());
    const added = new Map(changed.filter(({ before }) => before === undefined).map(({ id, path }) => [id, path]));
    const orphans = new Map();
    for (const [{ path, id, wasDelivered }, reading] of await reader.names(texts, () => false)) {
        const now = current.get(path);
        // A refused file keeps its entry until it can be read.
        if (reading.kind !== 'runbook' || inUse.has(reading.name) || now?.kind === 'refused')
            continue;
        const { name } = reading;
        const known = orphans.get(name);
        const movedTo = now === undefined ? added.get(id) : path;
        const nameNow = movedTo === undefined ? undefined : nameAt.get(movedTo);
        known?.texts.push({ path, id });
        orphans.set(name, {
            name,
            path,
            texts: known?.texts ?? [{ path, id }],
            reason: now !== undefined ? reasonFor(now) : movedTo === undefined ? 'was removed' : 'was moved',
            certain: known?.certain === true || wasDelivered,
            replacement: movedTo === undefined || nameNow === undefined ? known?.replacement : { path: movedTo, name: nameNow }
        });
    }
    return [...orphans.values()];
}
function reasonFor(now) {
    return now.kind === 'runbook' ? 'was given another name' : 'was taken out of the knowledge base';
}
/** @param more what becomes of the entry. */
function orphaned({ path, name, reason, replacement }, more) {
    const now = replacement === undefined ? '' : `, now ${replacement.path} (“${replacement.name}”)`;
    return { path, name, outcome: 'orphaned', reason: `Its runbook ${reason}${now}. ${more}`.trimEnd() };
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/sync/shard.ts

/** Whether an entry belongs to a part: each name belongs to one, and the parts are about equal in size. */
function inShard(name, shard) {
    if (shard === undefined)
        return true;
    return parseInt((0,external_node_crypto_.hash)('sha256', name, 'hex').slice(0, 12), 16) % shard.count === shard.index - 1;
}

;// CONCATENATED MODULE: ./src/sync/plan.ts



/**
 * Decides what becomes of every runbook. Reads the names of all selected runbooks, not only of the changed ones: the
 * service keeps one entry a name, so that the second of two with one name would silently replace the first.
 */
async function makePlan({ selected, changed, removed }, files, reader, shard) {
    // A green run has no refused runbooks, so unchanged runbooks need no check.
    if (changed.length === 0 && removed.length === 0)
        return EMPTY;
    const changedPaths = new Set(changed.map(({ path }) => path));
    const earlier = [...changed, ...removed].flatMap(({ path, versions }) => versions.map((id) => ({ path, id })));
    await files.prefetch(new Set([...selected.files, ...earlier].map(({ id }) => id)));
    const readings = await reader.names(selected.files, ({ path }) => changedPaths.has(path));
    const named = [];
    const notSent = [];
    for (const [file, reading] of readings) {
        if (reading.kind === 'runbook')
            named.push({ ...file, name: reading.name });
        else if (changedPaths.has(file.path))
            notSent.push(outcomeOf(file.path, reading));
    }
    const current = new Map(readings.map(([{ path }, reading]) => [path, reading]));
    const groups = Map.groupBy(named, ({ name }) => foldName(name));
    const unique = [];
    for (const group of groups.values()) {
        if (group.length === 1)
            unique.push(...group);
        else if (group.some(({ path }) => changedPaths.has(path)))
            notSent.push(...group.map((item) => duplicate(item, group)));
    }
    return {
        send: unique.filter(({ path, name }) => changedPaths.has(path) && inShard(name, shard)),
        notSent: notSent.filter(({ outcome: { path, name } }) => inShard(name ?? path, shard)),
        orphans: await findOrphans({ changed, removed }, named, current, reader),
        named: unique,
        isNameInUse: (name) => groups.has(foldName(name))
    };
}
const EMPTY = { send: [], notSent: [], orphans: [], named: [], isNameInUse: () => false };
/** A service may take two names for one that differ only in case or Unicode form. */
function foldName(name) {
    // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
    return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
function outcomeOf(path, reading) {
    if (reading.kind === 'skipped') {
        const { name, reason, level } = reading;
        return { outcome: { path, name, outcome: 'skipped', reason }, warning: level === 'warning' };
    }
    const { message, hint, line } = reading.problem;
    return { outcome: { path, outcome: 'refused', reason: message, hint, line }, warning: false };
}
/** Names three others at most: the message of each of 20,000 duplicates must not grow with their number. */
function duplicate(item, group) {
    const others = group
        .slice(0, 4)
        .filter((other) => other !== item)
        .slice(0, 3);
    const more = group.length - 1 - others.length;
    const listed = others.map(({ path }) => path).join(', ') + (more > 0 ? ` and ${more} more` : '');
    const spelling = others.every(({ name }) => name === item.name)
        ? ''
        : ' (the names differ in case or Unicode form only)';
    const exclusion = exclusionOf(item.path);
    const leaveOut = exclusion === undefined ? '' : `, or leave this one out: add the line \`${exclusion}\` at the end of \`files\``;
    const outcome = {
        path: item.path,
        name: item.name,
        outcome: 'refused',
        reason: `Duplicate name “${item.name}”, also of ${listed}${spelling}: one entry would replace the other.`,
        hint: `Give each a \`title\` of its own in the front matter${leaveOut}.`
    };
    return { outcome, warning: false };
}

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var yaml_dist = __webpack_require__(8815);
;// CONCATENATED MODULE: ./src/runbook/text.ts

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const SAVE_AS_UTF8 = 'Save it as UTF-8.';
function refused(message, hint, line) {
    return { kind: 'refused', problem: { message, hint, ...(line !== undefined && { line }) } };
}
/** Decodes UTF-8 and removes one byte order mark. Refuses other bytes: U+FFFD in a command could do harm. */
function text_decode(content, maxBytes) {
    const size = content.kind === 'too-large' ? content.size : content.bytes.length;
    if (content.kind === 'too-large' || size > maxBytes) {
        return refused(`The file has ${size} bytes; ${maxBytes} are allowed.`, 'Split it, or raise `max-bytes`.');
    }
    const { bytes } = content;
    if (bytes.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER) {
        return refused('The file is a Git LFS pointer, not the runbook.', 'Keep runbooks in Git (`git lfs migrate export --include="*.md"`). `lfs: true` on actions/checkout helps only if the ' +
            'Action reads files from the disk: a commit holds the pointer.');
    }
    if (/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1', 0, 2))) {
        return refused('The file is UTF-16 or UTF-32, not UTF-8.', SAVE_AS_UTF8);
    }
    const nul = bytes.indexOf(0);
    if (nul !== -1) {
        const message = 'The file contains a NUL byte: it is UTF-16 without a byte order mark, or binary.';
        return refused(message, SAVE_AS_UTF8, text_linesOf(bytes.subarray(0, nul)).length);
    }
    if (!(0,external_node_buffer_.isUtf8)(bytes)) {
        // A line feed is never part of another UTF-8 character.
        const line = text_linesOf(bytes).findIndex((encoded) => !(0,external_node_buffer_.isUtf8)(Buffer.from(encoded, 'latin1'))) + 1;
        return refused('The file is not UTF-8. It may be Latin-1.', SAVE_AS_UTF8, line);
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
/** The lines of a file, with one character for each byte. */
function text_linesOf(bytes) {
    return bytes.toString('latin1').split('\n');
}

;// CONCATENATED MODULE: ./src/runbook/front-matter.ts


/** In characters. At this size, input made to be slow (keys, anchors, brackets) takes the YAML parser about 0.2 s. */
const front_matter_MAX_LENGTH = 16 * 1024;
const NONE = { end: 0 };
const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.';
/** By the documented codes of `yaml`; one code covers several mistakes. */
const PROBLEMS = {
    BAD_ALIAS: ['a value starts with `&` or `*`', `${QUOTE} List items start with \`- \`.`],
    BAD_DQ_ESCAPE: ['unknown escape sequence in double quotes', 'Use single quotes, or double the backslash.'],
    BAD_INDENT: [
        'wrong indentation, or a missing closing bracket',
        'Start all keys in the same column; close each bracket.'
    ],
    BAD_SCALAR_START: ['a value starts with a reserved character', QUOTE],
    BLOCK_AS_IMPLICIT_KEY: [
        'a value contains `: `, or the indentation is wrong',
        `${QUOTE} Start all keys, and all items of a list, in the same column.`
    ],
    DUPLICATE_KEY: ['duplicate key', 'Keep one of the two.'],
    MISSING_CHAR: [
        'a character is missing, such as the space after a colon, a comma, or a closing quote or bracket',
        `Write \`key: value\`. ${QUOTE}`
    ],
    MULTILINE_IMPLICIT_KEY: ['this line is not `key: value`', 'Write a space after the colon; indent a continued value.'],
    MULTIPLE_DOCS: ['a line `...` ends it early', 'Remove that line.'],
    RESOURCE_EXHAUSTION: ['too many nested levels', 'Use fewer levels.'],
    TAB_AS_INDENT: ['a tab as indentation', 'Indent with spaces.'],
    TAG_RESOLVE_FAILED: ['unknown tag', 'Remove the tag (`!…`), or put quotes around a value that starts with `!`.'],
    UNEXPECTED_TOKEN: ['unexpected text, bracket, comma or dash', `${QUOTE} Start all keys in the same column.`]
};
/**
 * Reads the front matter of a text: YAML between a first line `---` and the next line `---`. Uses the fields `title`, `draft`
 * and `runbook`; checks the syntax of the others. Refuses other formats (`+++`, `---js`): an entry would begin with their source.
 */
function readFrontMatter(text) {
    const [opening, fence = ''] = /^(---|\+\+\+|---[a-z]+)[ \t]*(?:\r?\n|$)/i.exec(text) ?? [];
    if (opening === undefined)
        return NONE;
    const rest = text.slice(opening.length);
    const closing = (fence === '+++' ? /(?:^|\n)\+\+\+[ \t]*(?:\r?\n|$)/ : /(?:^|\n)---[ \t]*(?:\r?\n|$)/).exec(rest);
    if (fence !== '---') {
        if (closing === null)
            return NONE;
        return refused(`The front matter (\`${fence}\`) is not YAML.`, 'Write YAML between two lines `---`.', 1);
    }
    if (closing === null) {
        // Without `key:` on the next line, `---` is a thematic break.
        if (!/^[\w-]+[ \t]*:(?:\s|$)/.test(rest))
            return NONE;
        return refused('The front matter is never closed.', 'Add a line `---` below it.', 1);
    }
    const yaml = rest.slice(0, closing.index + closing[0].indexOf('-'));
    const end = blankLinesEnd(text, opening.length + closing.index + closing[0].length);
    if (yaml.trim() === '')
        return { end };
    const map = parseYaml(yaml);
    if ((0,yaml_dist/* isMap */.jh)(map))
        return readFields(map, yaml, end);
    // After a blank line it may be prose between two thematic breaks.
    if (/^[ \t]*\r?\n/.test(yaml))
        return NONE;
    return map ?? { end };
}
/** Parses the syntax: expands no alias, applies no tag, sets no `__proto__`. Undefined for blank lines and comments. */
function parseYaml(yaml) {
    if (yaml.length > front_matter_MAX_LENGTH) {
        return refused(`The front matter is longer than ${front_matter_MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1);
    }
    const { contents, errors, warnings } = (0,yaml_dist/* parseDocument */.Tp)(yaml, { schema: 'core', prettyErrors: false });
    const error = errors[0] ?? warnings[0];
    if (error !== undefined) {
        const [words, hint] = PROBLEMS[error.code] ?? [error.code, 'Correct it, or remove the front matter.'];
        return refused(`The front matter is not valid YAML: ${words}.`, hint, lineAt(yaml, error.pos[0]));
    }
    if (contents === null)
        return undefined;
    if ((0,yaml_dist/* isMap */.jh)(contents))
        return contents;
    return refused('The front matter is not a map.', 'Write `key: value` lines.', 2);
}
function readFields({ items }, yaml, end) {
    let title = '';
    let exclusion;
    for (const { key, value } of items) {
        if (!(0,yaml_dist/* isScalar */.jn)(key) || value === null || ((0,yaml_dist/* isScalar */.jn)(value) && value.value === null))
            continue;
        const text = (0,yaml_dist/* isScalar */.jn)(value) ? (value.source ?? '').trim() : undefined;
        const line = () => lineAt(yaml, value.range?.[0] ?? 0);
        if (key.value === 'title') {
            if (text === undefined)
                return refused('The `title` is not text.', 'Quote it: `title: "…"`.', line());
            title = text;
        }
        else if (key.value === 'draft') {
            const draft = toBoolean(text);
            if (draft === undefined) {
                return refused('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', line());
            }
            if (draft)
                exclusion ??= 'draft: true';
        }
        else if (key.value === 'runbook' && toBoolean(text) === false) {
            // Other tools use this key, so any other value is allowed.
            exclusion ??= 'runbook: false';
        }
    }
    return { end, ...(title !== '' && { title }), ...(exclusion && { exclusion }) };
}
/** Accepts the booleans of YAML 1.1, also in quotes. */
function toBoolean(text = '') {
    if (/^(?:true|yes|on)$/i.test(text))
        return true;
    return /^(?:false|no|off)$/i.test(text) ? false : undefined;
}
/** The YAML starts on the second line of the file. */
function lineAt(yaml, offset) {
    return yaml.slice(0, offset).split('\n').length + 1;
}
function blankLinesEnd(text, from) {
    // A pattern for all lines at once would run out of stack.
    const content = /[^ \t\r\n]/g;
    content.lastIndex = from;
    const end = content.exec(text)?.index ?? text.length;
    return Math.max(from, text.lastIndexOf('\n', end) + 1);
}

// EXTERNAL MODULE: ./node_modules/markdown-it/dist/markdown-it.mjs + 7 modules
var markdown_it = __webpack_require__(9702);
;// CONCATENATED MODULE: ./src/runbook/markdown/syntax.ts

/** ASCII punctuation, which a backslash escapes. */
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const BLANKS = /[ \t]*/y;
/** Blanks and at most one line ending. */
const WHITESPACE = /[ \t]*(?:\n[ \t]*)?/y;
const REST_OF_LINE = /[ \t]*(?:\n|$)/y;
const { helpers } = new markdown_it/* default */.A();
/** Where the match of a sticky pattern at `at` ends; undefined without a match. */
function matchAt(pattern, text, at) {
    if (at === undefined)
        return undefined;
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
}
/** Reads one of the link reference definitions at the start of a paragraph, and where it ends. */
function readDefinition(text, start) {
    const labelStart = matchAt(BLANKS, text, start) ?? start;
    const labelEnd = readLabel(text, labelStart);
    if (labelEnd === undefined || text[labelEnd] !== ':')
        return undefined;
    const label = normalizeLabel(text.slice(labelStart + 1, labelEnd - 1));
    const destination = label === '' ? undefined : readDestination(text, labelEnd + 1);
    if (destination === undefined)
        return undefined;
    const titleEnd = readTitle(text, destination.end);
    const end = matchAt(REST_OF_LINE, text, titleEnd) ?? matchAt(REST_OF_LINE, text, destination.end);
    return end === undefined ? undefined : { ...destination, label, end };
}
/** The end of a label `[…]`, with at most 999 characters and escapes. */
function readLabel(text, at) {
    return matchAt(/\[(?:[^\\[\]]|\\[^]){0,999}\]/y, text, at);
}
/** Makes labels comparable. */
function normalizeLabel(label) {
    return label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();
}
/** Reads a link destination after white space. The span is without angle brackets, `end` is after them. */
function readDestination(text, at) {
    const from = matchAt(WHITESPACE, text, at) ?? at;
    if (text[from] === '<') {
        for (let end = from + 1; end < text.length; end++) {
            const character = text[end];
            if (character === '>')
                return { from: from + 1, to: end, end: end + 1 };
            if (character === '<' || character === '\n')
                return undefined;
            if (character === '\\' && text[end + 1] !== '\n')
                end++;
        }
        return undefined;
    }
    let depth = 0;
    let end = from;
    for (; end < text.length; end++) {
        const code = text.charCodeAt(end);
        if (code <= 0x20 || code === 0x7f)
            break;
        const character = text[end];
        if (character === '\\' && PUNCTUATION.test(text[end + 1] ?? ''))
            end++;
        // The limit of cmark. Without it, repeated `[a](` takes quadratic time.
        else if (character === '(' && ++depth > 32)
            return undefined;
        else if (character === ')' && --depth < 0)
            break;
    }
    return end === from || depth > 0 ? undefined : { from, to: end, end };
}
/** The end of a title after white space. */
function readTitle(text, at) {
    const from = matchAt(WHITESPACE, text, at) ?? at;
    const { ok, pos } = helpers.parseLinkTitle(text, from, text.length);
    return ok && from > at ? pos : undefined;
}

;// CONCATENATED MODULE: ./src/runbook/markdown/html.ts

const TAG_NAME = /<[a-z][a-z\d-]*/iy;
const ATTRIBUTE = /[ \t\n]+[a-z_:][\w.:-]*(?:[ \t\n]*=[ \t\n]*(?:[^ \t\n"'=<>`]+|'[^']*'|"[^"]*"))?/iy;
const TAG_END = /[ \t\n]*\/?>/y;
const CLOSING_TAG = /<\/[a-z][a-z\d-]*[ \t\n]*>/iy;
/** HTML blocks of types 1 to 5 (CommonMark 4.6). */
const DELIMITED_BLOCKS = [
    [/^<(?:script|pre|style|textarea)(?=[ \t\v\f>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
    [/^<!--/, /-->/],
    [/^<\?/, /\?>/],
    [/^<![a-z]/i, />/],
    [/^<!\[CDATA\[/, /\]\]>/]
];
/** HTML blocks of type 6. */
const BLOCK_TAG = new RegExp('^</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
    'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
    'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|th|thead|title|' +
    String.raw `tr|track|ul)(?=[ \t\v\f]|/?>|$)`, 'i');
/** The elements with destinations, and the attributes that hold them. */
const ATTRIBUTES = { a: 'href', img: 'src' };
/** Elements whose content is not HTML. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
/**
 * The end of an open tag (CommonMark 6.6). Of all scans that reach one offset, no two are in the same state (between quotes,
 * which, or none), so scans from many offsets take linear time together.
 */
function openTagEnd(text, at) {
    let end = matchAt(TAG_NAME, text, at);
    if (end === undefined)
        return undefined;
    // A pattern for all attributes at once would run out of stack.
    for (let next = end; next !== undefined; next = matchAt(ATTRIBUTE, text, end))
        end = next;
    return matchAt(TAG_END, text, end);
}
/** Whether an HTML block starts with this line, from its first `<`. It ends at the line with `end`, or at a blank line. */
function htmlBlockStart(line, inParagraph) {
    const delimited = DELIMITED_BLOCKS.find(([start]) => start.test(line));
    if (delimited !== undefined)
        return { end: delimited[1] };
    if (BLOCK_TAG.test(line))
        return { end: undefined };
    // Type 7, a tag alone.
    const end = inParagraph ? undefined : (openTagEnd(line, 0) ?? matchAt(CLOSING_TAG, line, 0));
    return end !== undefined && /^[ \t]*$/.test(line.slice(end)) ? { end: undefined } : undefined;
}
/**
 * Finds the values of `<a href>` and `<img src>` as browsers read HTML. Ignores `srcset` and other elements. Never reads a
 * character twice after an incomplete tag, so it takes linear time.
 */
function htmlDestinations(html) {
    const found = [];
    const markup = /<(?:!--|[!?]|(\/?)([a-z][^\s/>]*))/gi;
    for (let match = markup.exec(html); match !== null; match = markup.exec(html)) {
        const [opening, slash, written = ''] = match;
        const name = written.toLowerCase();
        let close = /-->/g;
        if (name === '') {
            if (opening !== '<!--')
                close = />/g;
            close.lastIndex = match.index + 2;
        }
        else {
            const { end, value } = readAttributes(html, markup.lastIndex, slash === '' ? ATTRIBUTES[name] : undefined);
            if (value !== undefined)
                found.push({ ...value, image: name === 'img' });
            markup.lastIndex = end;
            if (slash !== '' || !RAW_TEXT.has(name))
                continue;
            close = new RegExp(`(?=</${name})`, 'gi');
            close.lastIndex = end;
        }
        if (!close.test(html))
            break;
        markup.lastIndex = close.lastIndex;
    }
    return found;
}
/** Reads the attributes of a tag: where they end, and the first value of `wanted` without its quotes. */
function readAttributes(html, start, wanted) {
    const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/y;
    let value;
    let end = start;
    attribute.lastIndex = start;
    for (let match = attribute.exec(html); match !== null; match = attribute.exec(html)) {
        end = attribute.lastIndex;
        const [, name = '', written] = match;
        if (value !== undefined || written === undefined || name.toLowerCase() !== wanted)
            continue;
        const quotes = /^["']/.test(written) ? 1 : 0;
        value = { from: end - written.length + quotes, to: end - quotes };
    }
    return value === undefined ? { end } : { end, value };
}

;// CONCATENATED MODULE: ./src/runbook/markdown/line.ts
/**
 * The current line of a document and how much of it is read. Columns count a tab up to the next tab stop (CommonMark 2.2).
 */
class Line {
    source;
    /** The range of the line, without its line ending. */
    from = 0;
    to = 0;
    /** The next character that is not a blank, and its column. */
    at = 0;
    column = 0;
    /** The column where the content of the current container starts. */
    base = 0;
    constructor(source) {
        this.source = source;
    }
    start(from, to) {
        this.from = from;
        this.to = to;
        this.base = 0;
        this.#skipBlanks(from, 0);
    }
    get isBlank() {
        return this.at === this.to;
    }
    /** Whether the line is indented code, unless it continues a paragraph. */
    get isIndented() {
        return this.column - this.base > 3;
    }
    get next() {
        return this.source.charAt(this.at);
    }
    get rest() {
        return this.source.slice(this.at, this.to);
    }
    /** The rest, with a blank for each character before it. */
    get paddedRest() {
        return ' '.repeat(this.at - this.from) + this.rest;
    }
    /** Matches a sticky pattern at the next character and does not move. */
    match(pattern) {
        pattern.lastIndex = this.at;
        return pattern.exec(this.source) ?? undefined;
    }
    /**
     * Skips the marker of a container and the blanks after it. If they are more than `most`, all but one belong to the
     * content. Returns the indentation of the content in columns.
     */
    skipMarker(length, most) {
        const { base } = this;
        const end = this.column + length;
        this.#skipBlanks(this.at + length, end);
        const gap = this.column - end;
        this.base = end + (this.isBlank || gap > most ? 1 : gap);
        return this.base - base;
    }
    #skipBlanks(from, column) {
        let at = from;
        for (; at < this.to; at++) {
            const code = this.source.charCodeAt(at);
            if (code === 0x20)
                column++;
            else if (code === 0x09)
                column += 4 - (column % 4);
            else
                break;
        }
        this.at = at;
        this.column = column;
    }
}

;// CONCATENATED MODULE: ./src/runbook/markdown/table.ts
/** The cells of a table row (GFM 4.10): the text between the pipes. */
function cellsOf(row) {
    const cells = [];
    let from = 0;
    const addCell = (to) => {
        // The first and the last pipe of a row are optional.
        const isOptional = from === 0 || to === row.length;
        if (!isOptional || /[^ \t]/.test(row.slice(from, to)))
            cells.push({ from, to });
        from = to + 1;
    };
    for (const { 0: mark, index } of row.matchAll(/\\[^]|\|/g))
        if (mark === '|')
            addCell(index);
    addCell(row.length);
    return cells;
}
/** The number of columns if the line is the delimiter row of a table, else 0. */
function delimiterColumns(row) {
    if (!/^[-:|][-:| \t]*$/.test(row))
        return 0;
    const cells = cellsOf(row);
    return cells.every(({ from, to }) => /^[ \t]*:?-+:?[ \t]*$/.test(row.slice(from, to))) ? cells.length : 0;
}

;// CONCATENATED MODULE: ./src/runbook/markdown/blocks.ts




/** cmark-gfm, the parser of GitHub, has this limit for lists; here it covers all containers. Blocks further inside are skipped. */
const MAX_DEPTH = 100;
/**
 * Reads the blocks of a document in order, as CommonMark chapters 4 and 5, GFM tables and GitHub's footnotes define them. Reads
 * each line once, and no further than its caller asks for.
 */
function* readBlocks(text) {
    // Keeps all offsets.
    const source = text.includes('\r') ? text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n') : text;
    const parser = new BlockParser(source);
    for (let from = 0; from < source.length;) {
        const newline = source.indexOf('\n', from);
        const to = newline === -1 ? source.length : newline;
        parser.readLine(from, to, to === from || text[from] === '\r');
        if (parser.blocks.length > 0)
            yield* parser.blocks.splice(0);
        from = to + 1;
    }
    parser.end();
    yield* parser.blocks;
}
/** First characters of lines that may not be plain text. */
const MARKERS = '>-+*_#`~<=|:[0123456789';
const LIST_MARKER = /(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)/y;
const LIST_MARKER_IN_PARAGRAPH = /(?:[-+*]|0{0,8}1[.)])(?=[ \t]+[^ \t\n])/y;
const FOOTNOTE_LABEL = /\[\^[^\] \t\n]+\]:/y;
/** Three or more of one character. A repeated group would run out of stack on long lines. */
const THEMATIC_BREAK = /(?=([-*_])[ \t]*\1[ \t]*\1)(?:[- \t]+|[* \t]+|[_ \t]+)(?=\n|$)/y;
const HEADING = /#{1,6}(?=[ \t\n]|$)/y;
const HEADING_END = /(?:^|[ \t])#+[ \t]*$/;
const UNDERLINE = /(?:=+|-+)[ \t]*(?=\n|$)/y;
const FENCE = /`{3,}(?=[^`\n]*(?:\n|$))|~{3,}/y;
const FENCE_END = /(`{3,}|~{3,})[ \t]*(?=\n|$)/y;
class BlockParser {
    #source;
    #line;
    #containers = [];
    /** How many containers the line continues. */
    #depth = 0;
    #open;
    blocks = [];
    constructor(source) {
        this.#source = source;
        this.#line = new Line(source);
    }
    readLine(from, to, isEmpty) {
        this.#line.start(from, to);
        this.#matchContainers(isEmpty);
        if (this.#continuesRawBlock())
            return;
        if (this.#line.isBlank)
            this.#close();
        else
            this.#readContent();
    }
    end() {
        this.#depth = 0;
        this.#close();
    }
    /** Skips the markers of the containers that the line continues. */
    #matchContainers(isEmpty) {
        const line = this.#line;
        this.#depth = 0;
        for (const container of this.#containers) {
            if (container.kind === 'quote') {
                if (line.isIndented || line.next !== '>')
                    break;
                line.skipMarker(1, 1);
            }
            else if (container.kind === 'footnote') {
                // cmark-gfm accepts only empty lines, not blank ones.
                if (line.isIndented)
                    line.base += 4;
                else if (!isEmpty)
                    break;
            }
            else if (line.isBlank) {
                if (container.empty)
                    break;
            }
            else if (line.column - line.base < container.width) {
                break;
            }
            else {
                line.base += container.width;
                container.empty = false;
            }
            this.#depth++;
        }
    }
    get #isInAllContainers() {
        return this.#depth === this.#containers.length;
    }
    /** The paragraph that the line may end, underline or turn into a table. */
    get #paragraph() {
        return this.#open?.kind === 'paragraph' && this.#isInAllContainers ? this.#open : undefined;
    }
    /** Whether the line belongs to a fenced code block or an HTML block. */
    #continuesRawBlock() {
        const open = this.#open;
        if (!this.#isInAllContainers)
            return false;
        if (open?.kind === 'fence') {
            const marker = this.#line.isIndented ? undefined : this.#line.match(FENCE_END)?.[1];
            if (marker?.startsWith(open.marker) === true)
                this.#open = undefined;
            return true;
        }
        if (open?.kind !== 'html' || (open.end === undefined && this.#line.isBlank))
            return false;
        open.lines.push(this.#line.paddedRest);
        if (open.end?.test(this.#line.rest) === true)
            this.#close();
        return true;
    }
    #readContent() {
        const line = this.#line;
        if (line.isIndented && this.#open?.kind !== 'paragraph') {
            this.#close();
        }
        else if (line.isIndented || !MARKERS.includes(line.next)) {
            this.#readText();
        }
        else {
            const container = this.#readContainerMarker();
            if (container !== undefined) {
                this.#close();
                if (this.#depth === MAX_DEPTH)
                    return;
                this.#depth = this.#containers.push(container);
                if (!line.isBlank)
                    this.#readContent();
            }
            else if (!this.#readMarkedBlock()) {
                this.#readText();
            }
        }
    }
    #readContainerMarker() {
        const line = this.#line;
        if (line.next === '>') {
            line.skipMarker(1, 1);
            return { kind: 'quote' };
        }
        if (line.next === '[') {
            const label = line.match(FOOTNOTE_LABEL)?.[0];
            if (label === undefined)
                return undefined;
            line.skipMarker(label.length, Infinity);
            return { kind: 'footnote' };
        }
        const marker = line.match(this.#paragraph === undefined ? LIST_MARKER : LIST_MARKER_IN_PARAGRAPH)?.[0];
        if (marker === undefined || line.match(THEMATIC_BREAK) !== undefined)
            return undefined;
        // After more than four blanks the item starts with indented code.
        return { kind: 'item', width: line.skipMarker(marker.length, 4), empty: line.isBlank };
    }
    /** Reads a block that starts with a marker, or a line that changes the paragraph above. Returns false for plain text. */
    #readMarkedBlock() {
        const line = this.#line;
        const paragraph = this.#paragraph;
        const heading = line.match(HEADING)?.[0];
        if (heading !== undefined) {
            this.#close();
            const from = line.at + heading.length;
            const rest = this.#source.slice(from, line.to);
            this.blocks.push({
                kind: this.#headingKind(heading.length),
                from,
                text: rest.slice(0, HEADING_END.exec(rest)?.index)
            });
            return true;
        }
        const fence = line.match(FENCE)?.[0];
        if (fence !== undefined) {
            this.#close();
            this.#open = { kind: 'fence', marker: fence };
            return true;
        }
        const html = line.next === '<' ? htmlBlockStart(line.rest, paragraph !== undefined) : undefined;
        if (html !== undefined) {
            this.#close();
            this.#open = { kind: 'html', from: line.from, lines: [], end: html.end };
            return this.#continuesRawBlock();
        }
        if (paragraph !== undefined && (this.#endsHeading(paragraph) || this.#startsTable(paragraph)))
            return true;
        if (line.match(THEMATIC_BREAK) === undefined)
            return false;
        this.#close();
        return true;
    }
    /** Whether the line underlines the paragraph above, which is then a heading. */
    #endsHeading(paragraph) {
        const underline = this.#line.match(UNDERLINE)?.[0];
        if (underline === undefined)
            return false;
        this.#open = undefined;
        // Below link reference definitions the underline is text (CommonMark 4.3).
        if (!this.#addText(paragraph, this.#headingKind(underline.startsWith('=') ? 1 : 2)))
            this.#startParagraph();
        return true;
    }
    /** Whether the line is the delimiter row below the header of a table. */
    #startsTable(paragraph) {
        const columns = paragraph.hasDelimiterRow ? 0 : delimiterColumns(this.#line.rest);
        if (columns === 0)
            return false;
        paragraph.hasDelimiterRow = true;
        const { from, lines } = paragraph;
        const header = lines.at(-1) ?? '';
        if (cellsOf(header).length !== columns)
            return false;
        // cmark-gfm takes no definitions from the text right above a table.
        if (lines.length > 1)
            this.blocks.push({ kind: 'text', from, text: lines.slice(0, -1).join('\n') });
        this.#open = { kind: 'table' };
        this.#addCells(this.#line.from - 1 - header.length, header);
        return true;
    }
    /** Reads a line of text. It may continue a paragraph without the markers of its containers (CommonMark 5.1, laziness). */
    #readText() {
        const line = this.#line;
        const open = this.#open;
        if (open?.kind === 'paragraph') {
            open.lines.push(line.paddedRest);
        }
        else if (open?.kind !== 'table' || !this.#isInAllContainers || !this.#addCells(line.at, line.rest)) {
            this.#close();
            this.#startParagraph();
        }
    }
    #startParagraph() {
        const { at, rest } = this.#line;
        this.#open = { kind: 'paragraph', from: at, lines: [rest], hasDelimiterRow: false };
    }
    /** Closes the open block, and all containers that the line does not continue. */
    #close() {
        const open = this.#open;
        this.#open = undefined;
        if (open?.kind === 'paragraph')
            this.#addText(open, 'text');
        if (open?.kind === 'html')
            this.blocks.push({ kind: 'html', from: open.from, text: open.lines.join('\n') });
        this.#containers.length = this.#depth;
    }
    /** Adds the definitions at the start of a paragraph and the rest of it. Returns whether there is a rest. */
    #addText({ from, lines }, kind) {
        const text = lines.join('\n');
        let end = 0;
        for (let next = readDefinition(text, 0); next !== undefined; next = readDefinition(text, end)) {
            this.blocks.push({ kind: 'definition', label: next.label, from: from + next.from, to: from + next.to });
            end = next.end;
        }
        if (end < text.length)
            this.blocks.push({ kind, from: from + end, text: text.slice(end) });
        return end < text.length;
    }
    #headingKind(level) {
        return level === 1 && this.#containers.length === 0 ? 'title' : 'text';
    }
    /** Adds the cells of a table row. Returns whether there are any. */
    #addCells(from, row) {
        const cells = cellsOf(row);
        for (const cell of cells) {
            this.blocks.push({ kind: 'text', from: from + cell.from, text: row.slice(cell.from, cell.to) });
        }
        return cells.length > 0;
    }
}

;// CONCATENATED MODULE: ./src/runbook/markdown/inline.ts


/**
 * Finds the links, images and HTML tags in the text of a block (CommonMark chapter 6, GFM autolinks), in linear time.
 * Skips emphasis, which never decides about a link. `labels` are the normalized labels that the document defines.
 */
function scanInline(text, labels) {
    const links = [];
    const tags = [];
    const brackets = [];
    /** A link contains no link: below this height, open brackets can only start images. */
    let inactive = 0;
    const codeSpanEnd = codeSpanScanner(text);
    const angleBracketEnd = angleBracketScanner(text);
    const closeBracket = (at) => {
        const open = brackets.pop();
        if (open === undefined)
            return at + 1;
        const active = open.image || brackets.length >= inactive;
        inactive = Math.min(inactive, brackets.length);
        const target = active ? (readTarget(text, at + 1) ?? readReference(text, open, at, labels)) : undefined;
        if (target === undefined)
            return at + 1;
        const { end, ...link } = target;
        links.push({ image: open.image, ...link });
        if (!open.image)
            inactive = brackets.length;
        return end;
    };
    const special = /[\\`<\]]|!?\[|:\/\/|www\./g;
    for (let found = special.exec(text); found !== null; found = special.exec(text)) {
        const at = found.index;
        switch (found[0]) {
            case '\\':
                if (PUNCTUATION.test(text[at + 1] ?? ''))
                    special.lastIndex++;
                break;
            case '`':
                special.lastIndex = codeSpanEnd(at);
                break;
            case '<': {
                const tagEnd = openTagEnd(text, at);
                if (tagEnd !== undefined)
                    tags.push({ from: at, to: tagEnd });
                special.lastIndex = tagEnd ?? angleBracketEnd(at);
                break;
            }
            case '[':
            case '![': {
                const last = brackets.at(-1);
                if (last !== undefined)
                    last.hasBracket = true;
                brackets.push({ at: special.lastIndex - 1, image: found[0] === '![', hasBracket: false });
                break;
            }
            case ']':
                special.lastIndex = closeBracket(at);
                break;
            default:
                // cmark-gfm looks for bare URLs outside brackets only.
                if (brackets.length === 0)
                    special.lastIndex = bareUrlEnd(text, at) ?? special.lastIndex;
        }
    }
    return { links, tags };
}
const TARGET_END = /[ \t]*(?:\n[ \t]*)?\)/y;
/** `(destination "title")`, both optional. */
function readTarget(text, at) {
    if (text[at] !== '(')
        return undefined;
    const destination = readDestination(text, at + 1);
    const titleEnd = destination && readTitle(text, destination.end);
    const end = matchAt(TARGET_END, text, titleEnd ?? destination?.end ?? at + 1);
    return end === undefined ? undefined : { end, destination };
}
/** `[label]`, `[]` or nothing after a text in brackets. */
function readReference(text, open, at, labels) {
    const end = readLabel(text, at + 1);
    const isShortcut = end === undefined || end === at + 3;
    if (isShortcut && (open.hasBracket || at - open.at > 1000))
        return undefined;
    const label = normalizeLabel(isShortcut ? text.slice(open.at + 1, at) : text.slice(at + 2, end - 1));
    return labels.has(label) ? { end: end ?? at + 1, label } : undefined;
}
/** Finds the end of a code span, or of the backticks alone if none starts there. */
function codeSpanScanner(text) {
    const runs = Array.from(text.matchAll(/`+/g), ({ 0: run, index }) => ({ from: index, length: run.length }));
    const byLength = Map.groupBy(runs.reverse(), ({ length }) => length);
    return (at) => {
        const length = (matchAt(/`+/y, text, at) ?? at) - at;
        const candidates = byLength.get(length) ?? [];
        while ((candidates.at(-1)?.from ?? Infinity) <= at)
            candidates.pop();
        return (candidates.at(-1)?.from ?? at) + length;
    };
}
const AUTOLINK = /<(?:[a-z][a-z\d+.-]{1,31}:[^<>\p{Cc} ]*|[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d][a-z\d.-]*)>/iuy;
const EMPTY_COMMENT = /<!---?>/y;
const DELIMITED = [
    [/<!--/y, '-->'],
    [/<\?/y, '?>'],
    [/<!\[CDATA\[/y, ']]>'],
    [/<![a-z]/iy, '>']
];
/** Finds the end of a closing tag, an autolink, a comment or the like that starts with `<`, or of the `<` alone. */
function angleBracketScanner(text) {
    /** Closing delimiters that do not occur again. */
    const absent = new Set();
    return (at) => {
        const end = matchAt(CLOSING_TAG, text, at) ?? matchAt(AUTOLINK, text, at) ?? matchAt(EMPTY_COMMENT, text, at);
        if (end !== undefined)
            return end;
        for (const [open, close] of DELIMITED) {
            const from = absent.has(close) ? undefined : matchAt(open, text, at);
            if (from === undefined)
                continue;
            const closeAt = text.indexOf(close, from);
            if (closeAt !== -1)
                return closeAt + close.length;
            absent.add(close);
        }
        return at + 1;
    };
}
/** Not white space or punctuation as cmark-gfm defines them. A longer host is not a DNS name. */
const HOST = /[^\t\n\f\r\p{Z}\p{P}$+<=>^`|~](?:[^\t\n\f\r\p{Z}\p{P}$+<=>^`|~]|[-._]){0,255}/uy;
const URL_REST = /[^ \t\n\v\f\r<]*/y;
/**
 * The end of a bare URL (GFM 6.9) with `://` or `www.` at `at`. It extends to the next white space: `https://x/[i](j)` contains
 * no link. The trailing punctuation that GFM cuts off never starts a link.
 */
function bareUrlEnd(text, at) {
    const hasScheme = text[at] === ':';
    const before = text.slice(Math.max(0, at - 6), at);
    if (!(hasScheme ? /(?<![a-z])(?:https?|ftp)$/i : /(?:^|[ \t\n\v\f\r*_~(])$/).test(before))
        return undefined;
    const hostStart = hasScheme ? at + 3 : at;
    const hostEnd = matchAt(HOST, text, hostStart);
    if (hostEnd === undefined || /_[^.]*(?:\.[^.]*)?$/.test(text.slice(hostStart, hostEnd)))
        return undefined;
    return matchAt(URL_REST, text, hostEnd);
}

;// CONCATENATED MODULE: ./src/runbook/markdown/destinations.ts



/**
 * Finds all destinations of a Markdown document in order: of inline links and images, of definitions, of `<a href>` and
 * `<img src>`. A definition that an image uses counts as an image.
 */
function findDestinations(markdown) {
    const found = [];
    const blocks = [...readBlocks(markdown)];
    const labels = new Set(blocks.flatMap((block) => (block.kind === 'definition' ? [block.label] : [])));
    const imageLabels = new Set();
    const add = (offset, { from, to }, image, syntax) => {
        found.push({ from: offset + from, to: offset + to, image, syntax });
    };
    const addHtml = (offset, html) => {
        for (const destination of htmlDestinations(html))
            add(offset, destination, destination.image, 'html');
    };
    for (const block of blocks) {
        if (block.kind === 'html')
            addHtml(block.from, block.text);
        // Most blocks have no links.
        if (block.kind === 'html' || block.kind === 'definition' || !/[\]<]/.test(block.text))
            continue;
        const { from, text } = block;
        const { links, tags } = scanInline(text, labels);
        for (const { image, destination, label } of links) {
            if (image && label !== undefined)
                imageLabels.add(label);
            if (destination !== undefined)
                add(from, destination, image, 'markdown');
        }
        for (const tag of tags)
            addHtml(from + tag.from, text.slice(tag.from, tag.to));
    }
    for (const block of blocks) {
        if (block.kind === 'definition')
            add(0, block, imageLabels.has(block.label), 'markdown');
    }
    return found.sort((one, other) => one.from - other.from);
}

// EXTERNAL MODULE: ./node_modules/entities/dist/decode.js + 4 modules
var dist_decode = __webpack_require__(9995);
;// CONCATENATED MODULE: ./src/runbook/url.ts

/**
 * Creates a function that resolves the destinations in one file: to a URL, safe where the destination stood, and the
 * decoded path from the repository's root, empty for the root. It returns `undefined` for a destination that must stay:
 * another scheme or host, an anchor or query of the same page, a placeholder, or a path outside the repository.
 */
function linkResolver(file, options) {
    const folder = file.split('/').slice(0, -1).map(encodeName);
    const bases = { blob: baseUrl(options, 'blob'), raw: baseUrl(options, 'raw'), tree: baseUrl(options, 'tree') };
    return (written, { syntax, image }) => {
        const { path, tail } = splitTail(written.trim(), syntax);
        if (path === '' || isExternal(path))
            return undefined;
        const segments = path.startsWith('/') ? [] : [...folder];
        for (const segment of path.split('/')) {
            const name = decodePercent(segment);
            // No file name in Git contains a slash, so `%2F` belongs to another server.
            if (name.includes('/'))
                return undefined;
            if (name === '..') {
                if (segments.pop() === undefined)
                    return undefined;
            }
            else if (name !== '' && name !== '.') {
                segments.push(encodeWritten(segment));
            }
        }
        // GitHub redirects `blob` to `tree` for other folders.
        const isFolder = /(?:^|\/)\.{0,2}$/.test(path);
        const base = bases[isFolder ? 'tree' : image ? 'raw' : 'blob'];
        const target = segments.join('/');
        const url = target === '' ? base : `${base}/${target}${path.endsWith('/') ? '/' : ''}`;
        return { url: url + balance(tail), path: decodePercent(target) };
    };
}
/** The URL of the repository's root on GitHub. */
function baseUrl({ serverUrl, repository, ref }, page) {
    return `${serverUrl}/${repository}/${page}/${ref.split('/').map(encodeName).join('/')}`;
}
/**
 * Schemes, `//host` (browsers also accept backslashes), control characters, and the placeholders `{{ }}`, `{% %}` and `<% %>`, of
 * which a destination in angle brackets has only `% %`.
 */
function isExternal(path) {
    return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|\p{Cc}|\{\{|\{%|<%|^%[^]*%$/iu.test(path);
}
/** Splits a destination into its path, decoded as Markdown or HTML, and its query and fragment, as written. */
function splitTail(written, syntax) {
    const unit = syntax === 'markdown' ? /\\([!-/:-@[-`{-~])|&#?\w+;|[^\\&]+|[^]/g : /&#?\w+;?|[^&]+|[^]/g;
    const decodeEntity = syntax === 'markdown' ? dist_decode/* decodeHTMLStrict */.hl : dist_decode/* decodeHTMLAttribute */.Im;
    const path = [];
    for (const { 0: part, 1: escaped, index } of written.matchAll(unit)) {
        const decoded = escaped ?? (part.startsWith('&') ? decodeEntity(part) : part);
        const end = decoded.search(/[?#]/);
        if (end !== -1)
            return { path: path.join('') + decoded.slice(0, end), tail: written.slice(index + end) };
        path.push(decoded);
    }
    return { path: path.join(''), tail: '' };
}
/** Encodes the parentheses of a query and fragment if they do not match: one of them would end the link. */
function balance(tail) {
    let depth = 0;
    for (const [mark] of tail.matchAll(/\\?[()]/g)) {
        if (mark === '(')
            depth++;
        if (mark === ')' && --depth < 0)
            break;
    }
    return depth === 0 ? tail : tail.replace(/\\?([()])/g, (_, mark) => encodeCharacter(mark));
}
/** Encodes a name in Git, or a part of a branch name. */
function encodeName(name) {
    return encodeWritten(name.replaceAll('%', '%25'));
}
/** Encodes a part of a path in a link. Keeps percent escapes; encodes all that could end a destination or an attribute. */
function encodeWritten(segment) {
    return segment
        .replace(/%(?![\da-f]{2})/gi, '%25')
        .replace(/[^\w.~!$+,;:@%-]/gu, (character) => encodeURIComponent(character).replace(/[!'()*]/g, encodeCharacter));
}
function encodeCharacter(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
/** Decodes percent escapes. Keeps those that are not UTF-8: they match no file, and reports show them as written. */
function decodePercent(segment) {
    return segment.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
        try {
            return decodeURIComponent(encoded);
        }
        catch {
            return encoded;
        }
    });
}

;// CONCATENATED MODULE: ./src/runbook/links.ts



/** In characters. V8 has no string of more than 2^29. */
const MAX_CONTENT = 2 ** 27;
/** Refuses a text whose links, each with the URL of the repository and the folder, could exceed the limits of memory. */
function checkLinks(markdown, path, options) {
    const added = baseUrl(options, 'blob').length + encodeURIComponent(path).length;
    // The shortest link, `[](a)`, has five characters.
    if ((markdown.length / 5) * added <= MAX_CONTENT)
        return undefined;
    const links = markdown.match(/\](?:\(|\s*:)|<(?:a|img)\s/gi)?.length ?? 0;
    if (links * added <= MAX_CONTENT)
        return undefined;
    const message = `The file has ${links} links; as absolute links they would need more than ${MAX_CONTENT} characters.`;
    return refused(message, 'Split it, or set `links: keep`.');
}
/** Makes relative links and images absolute, and changes nothing else. The Markdown starts at `start` of `text`. */
function makeLinksAbsolute(text, start, path, options) {
    const markdown = text.slice(start);
    const resolve = linkResolver(path, options);
    const targets = [];
    const parts = [];
    let end = 0;
    let line = text.slice(0, start).split('\n').length;
    for (const destination of findDestinations(markdown)) {
        const { from, to } = destination;
        const resolved = resolve(markdown.slice(from, to), destination);
        if (resolved === undefined)
            continue;
        const before = markdown.slice(end, from);
        line += before.split('\n').length - 1;
        parts.push(before, resolved.url);
        end = to;
        if (resolved.path !== '')
            targets.push({ path: resolved.path, line });
    }
    parts.push(markdown.slice(end));
    return { content: parts.join(''), targets };
}

;// CONCATENATED MODULE: ./src/runbook/name.ts


/** A longer name is a paragraph that became a heading by mistake. */
const name_MAX_LENGTH = 1000;
/** Whether a file stands for its folder. */
function isIndex(path) {
    return /^(?:readme|_?index)$/i.test(external_node_path_.posix.parse(path).name);
}
/**
 * Fills in a checked template. Refuses an empty name and control characters. Without a title, a README or index file has
 * the name of its folder, another file its own. `findTitle` is called only if the template uses the title.
 */
function nameOf({ nameTemplate, repository }, path, findTitle) {
    const { dir, name: stem } = external_node_path_.posix.parse(path);
    const fallback = isIndex(path) ? external_node_path_.posix.basename(dir === '' ? repository : dir) : stem;
    const title = nameTemplate.includes('{title}') ? collapse(findTitle() ?? fallback) : '';
    // A repeated variable could exceed the memory.
    if (title.length > name_MAX_LENGTH)
        return refusedName(`is longer than ${name_MAX_LENGTH} characters`);
    const values = new Map(Object.entries({ title, path, dir, stem, repository }));
    const name = collapse(nameTemplate.replace(/\{(\w+)\}/g, (_, variable) => values.get(variable) ?? ''));
    if (/\p{Cc}|\p{Cs}/u.test(name))
        return refusedName('contains a control character');
    if (/^[\p{Cf}\p{Z}]*$/u.test(name))
        return refusedName('is empty');
    if (name.length > name_MAX_LENGTH)
        return refusedName(`is longer than ${name_MAX_LENGTH} characters`);
    return name;
}
function refusedName(words) {
    return refused(`The name ${words}.`, 'Add a `title` to the front matter, or change the `name` template.');
}
function collapse(text) {
    return text.replace(/\s+/g, ' ').trim();
}

;// CONCATENATED MODULE: ./src/runbook/title.ts



/** In characters. The inline parser takes quadratic time, and no longer heading is a name. */
const title_MAX_LENGTH = 4096;
const inlineParser = new markdown_it/* default */.A('commonmark').enable('strikethrough');
// The default rejects `javascript:` links; here only the text of a link counts.
inlineParser.validateLink = () => true;
/** The first top-level H1 with text, as plain text. Headings in lists and block quotes do not count. */
function firstHeading(markdown) {
    let references;
    for (const block of readBlocks(markdown)) {
        if (block.kind !== 'title')
            continue;
        const source = block.text.trim();
        if (source.length > title_MAX_LENGTH)
            return collapse(source);
        if (source.includes('['))
            references ??= readReferences(markdown);
        const [inline] = inlineParser.parseInline(source, { references: references ?? {} });
        const text = collapse(plainText(inline?.children ?? []));
        if (text !== '')
            return text;
    }
    return undefined;
}
/** The labels that a document defines, as markdown-it expects them. */
function readReferences(markdown) {
    const definitions = [...readBlocks(markdown)].filter((block) => block.kind === 'definition');
    return Object.fromEntries(definitions.map(({ label }) => [label, { href: '', title: '' }]));
}
/** Text as readers see it: without markup and HTML, images as their alternative text. */
function plainText(tokens) {
    const parts = tokens.map((token) => {
        if (token.type === 'image')
            return plainText(token.children ?? []);
        if (token.type === 'softbreak' || token.type === 'hardbreak')
            return ' ';
        return token.type === 'html_inline' ? '' : token.content;
    });
    return parts.join('');
}

;// CONCATENATED MODULE: ./src/runbook/runbook.ts





/** Reads one file as a runbook, in linear time. `path` begins at the repository's root and has slashes. */
function readRunbook(path, content, options) {
    const text = text_decode(content, options.maxBytes);
    if (typeof text !== 'string')
        return text;
    const frontMatter = readFrontMatter(text);
    if ('problem' in frontMatter)
        return frontMatter;
    const { end } = frontMatter;
    const markdown = text.slice(end);
    const name = nameOf(options, path, () => frontMatter.title ?? firstHeading(markdown));
    const skipped = (reason, level = 'none') => {
        return { kind: 'skipped', ...(typeof name === 'string' && { name }), reason, level };
    };
    if (frontMatter.exclusion !== undefined)
        return skipped(frontMatter.exclusion);
    // Static site generators need an index page in each folder, often without text.
    if (markdown.trim() === '')
        return isIndex(path) ? skipped('index page without text') : skipped('no text', 'warning');
    if (typeof name !== 'string')
        return name;
    const convert = () => {
        const start = options.frontMatter === 'keep' ? 0 : end;
        if (options.links === 'keep')
            return { content: text.slice(start), targets: [] };
        const { content, targets } = makeLinksAbsolute(text, end, path, options);
        return { content: text.slice(start, end) + content, targets };
    };
    const tooLarge = options.links === 'keep' ? undefined : checkLinks(markdown, path, options);
    return tooLarge ?? { kind: 'runbook', name, convert };
}

;// CONCATENATED MODULE: ./src/sync/reader.ts

/** Files that are read at a time: enough to keep the pipe to Git full. */
const READERS = 16;
/** Bytes of texts that are kept, so that a runbook is read once; a full sync of more reads the rest again. */
const MAX_CACHE = 16 * 1024 * 1024;
/** Reads runbooks and keeps those that will be sent. */
class RunbookReader {
    #files;
    #options;
    #cache = new Map();
    #cached = 0;
    constructor(files, options) {
        this.#files = files;
        this.#options = options;
    }
    /** @param keep whether the text is needed again. */
    async read(file, keep = false) {
        const key = keyOf(file);
        const known = this.#cache.get(key);
        if (known !== undefined)
            return known;
        const content = await this.#files.read(file, this.#options.maxBytes);
        const result = readRunbook(file.path, content, this.#options);
        const size = content.kind === 'bytes' ? content.bytes.length : 0;
        if (keep && this.#cached + size <= MAX_CACHE) {
            this.#cached += size;
            this.#cache.set(key, result);
        }
        return result;
    }
    /**
     * Reads many files at a time. Returns each with its name, in the same order.
     *
     * @param keep whether the text of a file is needed again.
     */
    async names(files, keep) {
        const readings = new Array(files.length);
        const next = files.entries();
        const work = async () => {
            for (const [at, file] of next) {
                const result = await this.read(file, keep(file));
                readings[at] = [file, result.kind === 'runbook' ? { kind: 'runbook', name: result.name } : result];
            }
        };
        await Promise.all(Array.from({ length: READERS }, work));
        return readings;
    }
}
/** Links are relative to the path, so that one text can be two runbooks. */
function keyOf({ path, id }) {
    return `${id} ${path}`;
}

;// CONCATENATED MODULE: ./src/knowledge/list.ts



/** Page sizes to try: a smaller one where a page is refused or too large to read. Each divides the one before. */
const PAGE_SIZES = [100, 20, 4, 1];
/** Pages of a complete reading: 200,000 entries. */
const ALL_PAGES = 2000;
/**
 * Reads the list page by page.
 *
 * @param maxPages pages of 100 entries at most.
 * @param onPage gets the entries of each page, contents included, before the next page is read.
 * @throws {ActionError} only where the run has ended; other failures make the list `partial` or `unreadable`.
 */
async function readList(client, maxPages, onPage) {
    const reading = new ListReading();
    let size = PAGE_SIZES[0];
    /** Entries on the pages before. */
    let start = 0;
    while (start < maxPages * PAGE_SIZES[0]) {
        const page = FIRST_PAGE + start / size;
        let answer;
        try {
            answer = await client.listPage(page, size);
        }
        catch (error) {
            if (client.ended !== undefined || !(error instanceof RequestError))
                throw error;
            const smaller = PAGE_SIZES[PAGE_SIZES.indexOf(size) + 1];
            if (!error.tooLarge || smaller === undefined) {
                return reading.end(`page ${page} of the list cannot be read (${error.message.replace(/\.$/, '')})`);
            }
            size = smaller;
            continue;
        }
        const { entries, total } = parsePage(answer) ?? {};
        if (entries === undefined)
            return reading.end('the list has an unknown form');
        if (entries.length === 0) {
            const isShort = total !== undefined && reading.size < total;
            return reading.end(isShort ? `the list names ${total} entries and shows ${reading.size}` : '');
        }
        await onPage?.(entries);
        if (!reading.add(entries))
            return reading.end('the list repeats a page');
        if (total !== undefined && reading.size >= total)
            return reading.end('');
        start += size;
    }
    return { ...reading.end(`the list has more than ${maxPages} pages`), extent: 'bounded' };
}
/** Stands for a content where contents cannot be kept: SHA-256 of its UTF-8, base64url. */
function contentHash(content) {
    return (0,external_node_crypto_.hash)('sha256', content, 'base64url');
}
class ListReading {
    /** Name and id of every entry. */
    #seen = new Set();
    #entries = new Map();
    get size() {
        return this.#seen.size;
    }
    /** Returns false for a page that shows nothing new. */
    add(entries) {
        const sizeBefore = this.size;
        for (const { name, id, content } of entries) {
            const count = this.#entries.get(name)?.count ?? 0;
            const key = JSON.stringify([name, id]);
            const isNew = !this.#seen.has(key);
            this.#seen.add(key);
            const hash = content === undefined ? undefined : contentHash(content);
            this.#entries.set(name, { count: isNew ? count + 1 : count, hash });
        }
        return this.size > sizeBefore;
    }
    end(why) {
        const extent = why === '' ? 'complete' : this.size > 0 ? 'partial' : 'unreadable';
        return { extent, why, entries: this.#entries };
    }
}
/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result'];
const TOTAL_KEYS = ['total', 'total_count', 'totalCount'];
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id'];
/** The entries of a page; undefined for a form that is not known. */
function parsePage(answer) {
    const holders = isFields(answer) ? [answer, answer['data'], answer['result']] : [answer];
    const total = holders
        .filter(isFields)
        .flatMap((holder) => TOTAL_KEYS.map((key) => holder[key]))
        .find((value) => typeof value === 'number' && value >= 0);
    const arrays = holders.flatMap((holder) => Array.isArray(holder) ? [holder] : isFields(holder) ? ARRAY_KEYS.map((key) => holder[key]) : []);
    // Some services write an empty array as null.
    const array = arrays.find((value) => Array.isArray(value)) ?? (arrays.includes(null) ? [] : undefined);
    if (array === undefined)
        return undefined;
    const entries = [];
    for (const row of array) {
        if (!isFields(row) || typeof row['name'] !== 'string')
            return undefined;
        const { name, content } = row;
        const id = ID_KEYS.map((key) => row[key]).find((value) => typeof value === 'string' || typeof value === 'number');
        entries.push({
            name,
            id: id === undefined ? undefined : String(id),
            content: typeof content === 'string' ? content : undefined
        });
    }
    return { entries, total };
}
function isFields(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// EXTERNAL MODULE: ./node_modules/diff/libesm/patch/create.js + 2 modules
var create = __webpack_require__(7291);
;// CONCATENATED MODULE: ./src/sync/difference.ts

const MAX_LINES = 60;
/** Changed lines beyond which no difference is computed: the time grows with their square. */
const MAX_EDIT_LENGTH = 1000;
/** A unified difference of two texts: 60 lines at most, without the names of files. */
function differenceOf(before, after) {
    const patch = (0,create/* structuredPatch */.YB)('', '', before, after, undefined, undefined, {
        context: 2,
        maxEditLength: MAX_EDIT_LENGTH
    });
    if (patch === undefined)
        return [`(more than ${MAX_EDIT_LENGTH} lines differ)`];
    const lines = patch.hunks.flatMap((hunk) => [
        `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
        ...hunk.lines
    ]);
    return lines.length <= MAX_LINES
        ? lines
        : [...lines.slice(0, MAX_LINES - 1), `(${lines.length - MAX_LINES + 1} more lines)`];
}

;// CONCATENATED MODULE: ./src/sync/retirement-note.ts

const TITLE = '**This runbook is retired. Do not follow it.**';
/** The note that replaces the text of a retired entry. Paths and names stand in code spans, in which nothing is markup. */
function retirementNote(orphan, { job, changes }, date) {
    const { path, reason, replacement } = orphan;
    const { repository, serverUrl } = job;
    const commit = `[\`${(0,src_event/* shortId */.m_)(changes.tip)}\`](${serverUrl}/${repository}/commit/${changes.tip})`;
    const instead = replacement === undefined
        ? 'Nothing replaces it.'
        : `Use ${codeSpan(replacement.name)} instead (\`${repository}\`, ${codeSpan(replacement.path)}).`;
    return (`${TITLE}\n\nIts runbook ${codeSpan(path)} ${reason} as of commit ${commit} of ${date} ` +
        `(branch ${codeSpan((0,src_event/* shortRef */.m3)(job.ref))} of \`${repository}\`). ${instead}\n`);
}
/** Whether a text is such a note, unedited as far as its form tells. */
function isRetirementNote(content) {
    const note = content.trimEnd();
    return (note.startsWith(`${TITLE}\n\nIts runbook \``) &&
        note.split('\n').length === 3 &&
        (note.endsWith('`). Nothing replaces it.') || note.endsWith('`).')));
}
/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text) {
    const line = text.replace(/\s+/g, ' ');
    const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
    const fence = '`'.repeat(longest + 1);
    return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

;// CONCATENATED MODULE: ./src/sync/comparison.ts




/** Commits of history in which a text is looked for that no commit of the range has. */
const MAX_HISTORY = 1000;
/** Differences that are computed; the summary shows no more. */
const MAX_DIFFERENCES = 20;
/**
 * Reads the list and compares its texts with the runbooks to be sent. A sync saves each text that Git does not know:
 * somebody wrote it in the assistant, and the upsert would destroy it.
 */
async function compareWithList(context, plan, maxPages) {
    const { texts } = context;
    const byName = new Map(plan.send.map((item) => [item.name, item]));
    const equal = new Set();
    const unequal = new Set();
    const different = [];
    /** A list may repeat a page. */
    const seen = new Set();
    const compare = async ({ name, content }) => {
        const item = byName.get(name);
        if (item === undefined || content === undefined)
            return;
        if (content === (await currentText(context, item))) {
            equal.add(item.path);
            return;
        }
        unequal.add(item.path);
        const key = comparison_keyOf(name, contentHash(content));
        if (seen.has(key) || isRetirementNote(content))
            return;
        seen.add(key);
        // Saved at once: memory does not hold a knowledge base.
        different.push({ item, key, ...(await texts.save(item.path, name, content)) });
    };
    const list = await readList(context.client, maxPages, async (entries) => {
        for (const entry of entries)
            await compare(entry);
    });
    const known = await knownTexts(context, different.map(({ item, key }) => ({ path: item.path, name: item.name, key })));
    const edits = [];
    for (const edit of different) {
        if (known.has(edit.key)) {
            await texts.discard(edit);
            continue;
        }
        // A public repository must not publish what the knowledge base holds.
        const isShown = context.job.isPrivate && edits.length < MAX_DIFFERENCES;
        const now = isShown ? await currentText(context, edit.item) : undefined;
        const difference = now === undefined ? undefined : differenceOf(await texts.read(edit), now);
        const replaced = context.inputs.manualEdits === 'save';
        const isKept = replaced && context.mode === 'sync';
        if (!isKept)
            await texts.discard(edit);
        edits.push({ item: edit.item, replaced, file: isKept ? edit.file : '', difference });
    }
    for (const path of unequal)
        equal.delete(path);
    return { list, unchanged: equal, edits };
}
/** Whether Git knows the text that the list shows for a name. */
async function isKnownText(context, list, name, texts) {
    const entry = list.entries.get(name);
    if (entry?.count !== 1 || entry.hash === undefined)
        return false;
    const known = await hashesOf(context, texts, new Set([name]));
    return known.has(comparison_keyOf(name, entry.hash));
}
/** The text that the entry of a runbook has after the run. */
async function currentText({ reader, links }, item) {
    const result = await reader.read(item);
    if (result.kind !== 'runbook')
        return undefined;
    const { content, targets } = result.convert();
    links.add(item.path, targets);
    return content;
}
/** Which of the texts Git knows: from the range, or else from the recent history. */
async function knownTexts(context, wanted) {
    const { changes, files, matches } = context;
    const ofRange = [...changes.changed, ...changes.removed].flatMap(({ path, before, versions }) => [...versions, ...(before === undefined ? [] : [before])].map((id) => ({ path, id })));
    const known = await hashesOf(context, ofRange, new Set(wanted.map(({ name }) => name)));
    const rest = wanted.filter(({ key }) => !known.has(key));
    if (rest.length === 0 || !(files instanceof Repository))
        return known;
    // Where the range is known, only a runbook that is back has an older text: under its own path.
    const paths = new Set(rest.map(({ path }) => path));
    const edges = await files.recentEdges(changes.tip, MAX_HISTORY);
    const isWanted = changes.kind === 'full' ? matches : (path) => paths.has(path);
    const versions = await files.versions(changes.tip, edges, isWanted);
    const older = [...versions].flatMap(([path, ids]) => [...ids].map((id) => ({ path, id })));
    return new Set([...known, ...(await hashesOf(context, older, new Set(rest.map(({ name }) => name))))]);
}
async function hashesOf({ files, reader }, texts, names) {
    if (names.size === 0)
        return new Set();
    await files.prefetch(new Set(texts.map(({ id }) => id)));
    const hashes = new Set();
    for (const text of texts) {
        const result = await reader.read(text);
        if (result.kind === 'runbook' && names.has(result.name)) {
            hashes.add(comparison_keyOf(result.name, contentHash(result.convert().content)));
        }
    }
    return hashes;
}
function comparison_keyOf(name, hash) {
    return `${hash} ${name}`;
}

;// CONCATENATED MODULE: ./src/sync/deliver.ts



/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC = ['forbidden', 'wrong-address', 'unreachable'];
/** The item of a runbook. */
function runbookItem({ reader, links }, item) {
    const { path, name } = item;
    const read = async () => {
        const result = await reader.read(item);
        if (result.kind !== 'runbook' || result.name !== name) {
            throw new errors/* ActionError */.lZ('input', 'The file changed while the job ran.', 'Run the job again when nothing writes it.');
        }
        return () => {
            const { content, targets } = result.convert();
            links.add(path, targets);
            return content;
        };
    };
    return { path, name, read };
}
/**
 * Sends entries. The failure of one is its outcome; a failure that concerns all ends the run: a rejected token, a
 * cancellation, no success for too long, or, before the first success, answers to all entries or to twice `concurrency`
 * of them that say that the address or the permission is wrong.
 *
 * @returns the names that were accepted, in this order.
 * @throws {ActionError} that ended the run; what was not sent is recorded as pending.
 */
async function deliver(context, items, { accepted = 'upserted', afterFirst } = {}) {
    const { client, inputs, record } = context;
    const names = [];
    /** Systemic failures before the first success. */
    const early = [];
    const recordFailure = ({ path, name }, error) => {
        const attempts = error instanceof RequestError ? error.attempts : 0;
        if (error === client.ended) {
            record({ path, name, outcome: 'pending', reason: 'The run ended before it was delivered.', attempts });
        }
        else {
            const hint = error instanceof errors/* ActionError */.lZ ? error.hint : undefined;
            record({ path, name, outcome: 'failed', reason: (0,errors/* messageOf */.bD)(error), hint, attempts });
        }
    };
    let turn = Promise.resolve();
    /** Converts one text at a time, and lets answers arrive in between. */
    const contentOf = async (item) => {
        const convert = await item.read();
        turn = turn.then(() => (0,external_node_timers_promises_.setImmediate)());
        await turn;
        return convert();
    };
    const send = async (item) => {
        const { path, name } = item;
        try {
            if (client.ended !== undefined)
                throw client.ended;
            const attempts = await client.upsert({ name, content: await contentOf(item) });
            names.push(name);
            record({ path, name, outcome: accepted, reason: '', attempts });
        }
        catch (error) {
            const isSystemic = error instanceof RequestError && error !== client.ended && SYSTEMIC.includes(error.kind);
            if (!isSystemic || names.length > 0) {
                recordFailure(item, error);
                return;
            }
            early.push({ item, error });
            if (early.length >= 2 * inputs.concurrency)
                client.end(error);
        }
    };
    const [first, ...rest] = items;
    if (first !== undefined && afterFirst !== undefined) {
        await send(first);
        if (names.length > 0)
            await afterFirst(first);
    }
    const next = (afterFirst === undefined ? items : rest).values();
    const work = async () => {
        for (const item of next)
            await send(item);
    };
    await Promise.all(Array.from({ length: inputs.concurrency }, work));
    const [failure] = early;
    if (failure !== undefined && early.length === items.length)
        client.end(failure.error);
    for (const { item, error } of early)
        recordFailure(item, client.ended ?? error);
    if (client.ended !== undefined)
        throw client.ended;
    return names;
}

;// CONCATENATED MODULE: ./src/sync/retire.ts






/**
 * Replaces the texts of orphaned entries by a note. Leaves an entry alone unless the list shows it completely, once, with
 * a text that Git knows, and no runbook has a similar name.
 *
 * @returns how many were retired.
 */
async function retire(context, names, orphans) {
    const { client, files, changes, record } = context;
    const notes = new Set();
    const list = await readList(client, ALL_PAGES, (entries) => {
        for (const { name, content = '' } of entries)
            if (isRetirementNote(content))
                notes.add(name);
    });
    const obstacle = async ({ name, texts }) => {
        if (names.isNameInUse(name))
            return 'another runbook has nearly the same name';
        if (list.extent !== 'complete')
            return list.why;
        if (notes.has(name))
            return 'its entry already says so';
        const isKnown = await isKnownText(context, list, name, texts);
        return isKnown ? undefined : 'its text in the assistant is not one that Git knows';
    };
    const date = files instanceof Repository ? await files.dateOf(changes.tip) : '';
    const items = [];
    for (const orphan of orphans) {
        const { path, name } = orphan;
        const why = await obstacle(orphan);
        if (why !== undefined)
            record(orphaned(orphan, `Not retired: ${why}.`));
        else
            items.push({ path, name, read: () => Promise.resolve(() => retirementNote(orphan, context, date)) });
    }
    return (await deliver(context, items, { accepted: 'retired' })).length;
}

;// CONCATENATED MODULE: ./src/sync/saved-texts.ts




/** Windows reserves these names, with any ending. */
const RESERVED = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
/** In UTF-16 units, each of up to three bytes. A file system allows 255 bytes. */
const MAX_SEGMENT = 60;
const MAX_SEGMENTS = 12;
/** Keeps texts of the knowledge base in files before they are replaced. */
class SavedTexts {
    #job;
    #token;
    #folder;
    #count = 0;
    constructor(job, token) {
        this.#job = job;
        this.#token = token;
    }
    /** Absolute path of the folder; empty while nothing is saved. */
    get folder() {
        return this.#count === 0 ? '' : (this.#folder ?? '');
    }
    /** Writes a text with a comment that says what it was, to the path of its runbook as far as the path is safe. */
    async save(path, name, content) {
        try {
            return await this.#write(path, this.#header(name) + this.#token.redact(content));
        }
        catch (error) {
            throw new errors/* ActionError */.lZ('input', `The text of the entry “${name}” cannot be saved: ${(0,errors/* messageOf */.bD)(error)}.`, 'Make room in RUNNER_TEMP, where the job saves texts before it replaces them, and run the job again.', { cause: error });
        }
    }
    async #write(path, text) {
        this.#folder ??= await (0,promises_.mkdtemp)((0,external_node_path_.join)(this.#job.temp, 'runbook-sync-overwritten-'));
        const target = (0,external_node_path_.join)(this.#folder, safePath(path));
        await (0,promises_.mkdir)((0,external_node_path_.dirname)(target), { recursive: true });
        for (let copy = 1;; copy++) {
            const file = copy === 1 ? target : `${target}.${copy}`;
            try {
                await (0,promises_.writeFile)(file, text, { flag: 'wx' });
                this.#count++;
                return { file };
            }
            catch (error) {
                if (error.code !== 'EEXIST')
                    throw error;
            }
        }
    }
    async discard({ file }) {
        await (0,promises_.rm)(file);
        this.#count--;
    }
    /** The saved text without the comment. */
    async read({ file }) {
        const text = await (0,promises_.readFile)(file, 'utf8');
        return text.slice(text.indexOf('\n') + 1);
    }
    #header(name) {
        const { serverUrl, repository, runId, runNumber } = this.#job;
        const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
        const run = `${serverUrl}/${repository}/actions/runs/${runId}`;
        return `<!-- The entry ${entry} before run ${runNumber} (${run}) replaced it, ${new Date().toISOString()} -->\n`;
    }
}
/** A relative path that no system takes for something else; different for every `path`. */
function safePath(path) {
    const segments = path.split('/');
    const isSafe = segments.length <= MAX_SEGMENTS && segments.every((segment) => safeSegment(segment) === segment);
    if (isSafe)
        return path;
    const hash = (0,external_node_crypto_.createHash)('sha256').update(path).digest('hex').slice(0, 12);
    return `${hash}-${safeSegment(segments.at(-1) ?? '')}`;
}
function safeSegment(segment) {
    // eslint-disable-next-line no-control-regex
    const safe = segment.toWellFormed().replace(/[<>:"|?*\\\x00-\x1f\x7f]|^\.+$|[. ]+$/g, '_');
    return (RESERVED.test(safe) || safe === '' ? `_${safe}` : safe).slice(0, MAX_SEGMENT).toWellFormed();
}

;// CONCATENATED MODULE: ./src/sync/verify.ts




/** Readings of the list before an entry counts as missing, and milliseconds between two of them. */
const READINGS = 3;
const INTERVAL = 2000;
/** The runbooks in the order in which they are sent: first one whose entry exists once, if there is one. */
function inOrder(items, before) {
    const first = items.find(({ name }) => before.entries.get(name)?.count === 1);
    return first === undefined ? items : [first, ...items.filter((item) => item !== first)];
}
/**
 * Ends the run with an error of kind `copies` if the service made a second entry instead of updating the first. Sends an
 * entry that is new a second time.
 *
 * @param item the first entry that was accepted.
 */
async function checkUpdate(context, item, before) {
    const { client, diagnose } = context;
    const { name } = item;
    const known = before.entries.get(name)?.count ?? 0;
    try {
        if (known === 0)
            await client.upsert({ name, content: (await item.read())() });
        if (!(await isCopied(context, name, Math.max(1, known))))
            return;
    }
    catch (error) {
        if (client.ended !== undefined || !(error instanceof RequestError))
            throw error;
        const message = `Whether the service updates entries or copies them was not checked: ${error.message}`;
        diagnose({ level: 'notice', message });
        return;
    }
    client.end(new errors/* ActionError */.lZ('copies', `The service made a second entry “${name}” instead of updating the first.`, 'Remove the copy in the assistant, and ask those who operate the service how an upsert finds the entry to update. ' +
        'Nothing else was sent.'));
}
/** Looks twice: a list may lag behind. */
async function isCopied({ client, signal }, name, expected) {
    for (let reading = 1;; reading++) {
        const { entries } = await readList(client, ALL_PAGES);
        if ((entries.get(name)?.count ?? 0) <= expected)
            return false;
        if (reading === 2)
            return true;
        await (0,external_node_timers_promises_.setTimeout)(INTERVAL, undefined, { signal });
    }
}
/**
 * Checks that the list shows what was accepted, and records what is missing as failed. An entry is missing only if the
 * list shows one that was created after it; anything else may be a delay, and is reported as not verified.
 *
 * @param accepted names in the order of delivery.
 */
async function verify({ client, signal, record, diagnose }, items, accepted, before) {
    // A list that cannot be read was reported before anything was sent.
    if (accepted.length === 0 || before.extent !== 'complete')
        return;
    const cannot = (why) => {
        diagnose({ level: 'notice', message: `The list cannot confirm that everything arrived: ${why}.` });
    };
    let after = await readList(client, ALL_PAGES);
    const isMissing = (name) => !after.entries.has(name);
    for (let reading = 1; reading < READINGS && after.extent === 'complete' && accepted.some(isMissing); reading++) {
        await (0,external_node_timers_promises_.setTimeout)(INTERVAL, undefined, { signal });
        after = await readList(client, ALL_PAGES);
    }
    const [first = ''] = accepted;
    if (after.extent !== 'complete' || isMissing(first)) {
        // A list that begins elsewhere than at page 1 lacks the oldest entries.
        cannot(after.extent === 'complete' ? 'it does not show the first entry that was sent' : after.why);
        return;
    }
    const created = accepted.filter((name) => !before.entries.has(name));
    const lastShown = created.findLastIndex((name) => after.entries.has(name));
    const missing = new Set(created.slice(0, Math.max(0, lastShown)).filter(isMissing));
    const late = accepted.filter(isMissing).length - missing.size;
    if (late > 0)
        cannot(`it does not show ${late} of ${accepted.length} entries, which may be a delay`);
    for (const { path, name } of items) {
        if (!missing.has(name))
            continue;
        const reason = 'The service accepted the entry, and its list does not show it.';
        const hint = 'Look for the entry in the assistant; if it is not there, ask those who operate the service.';
        record({ path, name, outcome: 'failed', reason, hint, attempts: 1 });
    }
}
/** A warning about names that have several entries; undefined where there are none. */
function duplicateEntries(list, items) {
    const names = items.map(({ name }) => name).filter((name) => (list.entries.get(name)?.count ?? 0) > 1);
    if (names.length === 0)
        return undefined;
    const shown = (0,errors/* listed */.KE)(names.map((name) => `“${name}”`));
    return `The knowledge base has several entries named ${shown}. Remove the outdated ones in the assistant.`;
}

;// CONCATENATED MODULE: ./src/sync/steps.ts






/** Pages of the list that a push reads, so that its cost is bounded. */
const PUSH_PAGES = 10;
/**
 * Sends what the plan says: first compares it with the list, so that no text is lost that only the knowledge base has, and
 * a full sync sends nothing that is already there; then checks that it arrived.
 */
async function deliverPlan(context, plan) {
    const { inputs, changes, record } = context;
    const verifies = inputs.verify === 'true' || (inputs.verify === 'auto' && changes.kind === 'full');
    const { list, send } = inputs.verify === 'false' ? withoutList(plan) : await steps_compare(context, plan, verifies ? ALL_PAGES : PUSH_PAGES);
    const orphans = existing(plan.orphans, list);
    for (const orphan of orphans)
        record(orphaned(orphan, orphanHint(context)));
    const before = verifies ? list : undefined;
    const accepted = await deliver(context, (before === undefined ? send : inOrder(send, before)).map((item) => runbookItem(context, item)), { afterFirst: before?.extent === 'complete' ? (item) => checkUpdate(context, item, before) : undefined });
    if (before !== undefined)
        await verify(context, send, accepted, before);
    return { wrote: send.length > 0, orphans };
}
/** Says what a sync would do, with what the list shows where there is a client. */
async function previewPlan(context, plan) {
    const { reader, links, record } = context;
    const { list, send, edited } = 'client' in context ? await steps_compare(context, plan, ALL_PAGES) : withoutList(plan);
    for (const item of send) {
        const { path, name } = item;
        const result = await reader.read(item);
        if (result.kind === 'runbook')
            links.add(path, result.convert().targets);
        record({ path, name, outcome: 'planned', reason: effectOn(list, name, edited.has(item)) });
    }
    for (const orphan of existing(plan.orphans, list))
        record(orphaned(orphan, orphanHint(context)));
}
function withoutList({ send }) {
    return { list: undefined, send, edited: new Set() };
}
/** Reports what the list shows: entries with the current text, edits by hand, duplicates, missing entries. */
async function steps_compare(context, plan, maxPages) {
    const { changes, mode, record, diagnose } = context;
    if (plan.send.length + plan.orphans.length === 0)
        return withoutList(plan);
    const { list, unchanged, edits } = await compareWithList(context, plan, maxPages);
    reportUnreadable(context, list);
    context.edited(edits, context.texts.folder);
    const duplicates = duplicateEntries(list, plan.send);
    if (duplicates !== undefined)
        diagnose({ level: 'warning', message: duplicates });
    // A push sends what it changed also where the list shows it already: a list may lag behind.
    const settled = new Set(changes.kind === 'full' ? plan.send.filter(({ path }) => unchanged.has(path)) : []);
    for (const { path, name } of settled)
        record({ path, name, outcome: 'unchanged', reason: '' });
    for (const { item, replaced, file } of edits) {
        const { path, name } = item;
        const what = `The entry “${name}” has a text that is not in Git`;
        if (replaced) {
            const effect = mode === 'plan'
                ? 'A sync would replace it.'
                : `The run replaces it, and saves it until the job ends as ${file}.`;
            diagnose({ level: 'warning', path, message: `${what}: somebody edited it in the assistant. ${effect}` });
        }
        else {
            settled.add(item);
            const reason = `${what}: somebody edited it in the assistant.`;
            record({ path, name, outcome: 'refused', reason, hint: ADOPT_OR_DISCARD });
        }
    }
    const missing = mode === 'plan' ? [] : missingEntries(context, plan, list);
    return {
        list,
        send: [...plan.send.filter((item) => !settled.has(item)), ...missing],
        edited: new Set(edits.map(({ item }) => item))
    };
}
const ADOPT_OR_DISCARD = 'To keep the edit, push a commit in which the runbook has exactly the text of the assistant, then make further ' +
    'changes. To discard it, remove `manual-edits: refuse` from the workflow, push, and add it again.';
/** Selected runbooks that did not change and have no entry. */
function missingEntries({ inputs: { shard } }, plan, list) {
    if (list.extent !== 'complete')
        return [];
    const sent = new Set(plan.send);
    return plan.named.filter((item) => !list.entries.has(item.name) && !sent.has(item) && inShard(item.name, shard));
}
function effectOn(list, name, isEdited) {
    if (isEdited)
        return 'Would replace a text that is not in Git.';
    if (list?.entries.has(name) === true)
        return 'Updates its entry.';
    return list?.extent === 'complete' ? 'A new entry.' : '';
}
/** Says once what the list cannot show. A push that reads ten pages is documented and needs no diagnostic. */
function reportUnreadable({ diagnose }, { extent, why, entries }) {
    const notice = (message) => {
        diagnose({ level: 'notice', message });
    };
    if (extent === 'unreadable') {
        notice(`Edits by hand in the assistant are not seen, and nothing is verified: ${why}.`);
    }
    else if (extent === 'partial') {
        notice(`Edits by hand in the assistant are seen in a part of the list only, and nothing is verified: ${why}.`);
    }
    else if (entries.size > 0 && ![...entries.values()].some(({ hash }) => hash !== undefined)) {
        notice('Edits by hand in the assistant are not seen: the list shows no texts.');
    }
}
/** Without a list, those that an earlier run certainly delivered. */
function existing(orphans, list) {
    return orphans.filter(({ name, certain }) => {
        if (list?.entries.has(name) === true)
            return true;
        return certain && list?.extent !== 'complete';
    });
}
function orphanHint({ inputs, changes }) {
    if (changes.selected.files.length === 0)
        return 'Keep its entry, and correct `files` if the runbooks moved.';
    return inputs.removed === 'report'
        ? 'Delete its entry in the assistant.'
        : 'To be retired after everything else was delivered.';
}

;// CONCATENATED MODULE: ./src/sync/sync.ts










/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20;
/**
 * Delivers what changed, then what changed on the branch meanwhile, until the branch is where the knowledge base is.
 */
async function syncRun(run, client) {
    const { inputs, job } = run;
    const texts = new SavedTexts(job, (0,src_inputs/* requireService */.rU)(inputs).token);
    let orphans = [];
    let names = { isNameInUse: () => false };
    let changes = await findChanges(run);
    for (let round = 1; changes !== undefined; round++) {
        if (round > MAX_ROUNDS)
            throw moved((0,src_event/* shortRef */.m3)(job.ref), `moved ${MAX_ROUNDS} times while this run delivered`);
        run.changed(changes);
        const context = { ...contextOf(run, changes), client, texts };
        const plan = await planOf(context);
        const delivered = await deliverPlan(context, plan);
        if (plan.named.length > 0)
            names = plan;
        const inUse = new Set(plan.named.map(({ name }) => name));
        orphans = [...orphans, ...delivered.orphans].filter(({ name }) => !inUse.has(name));
        const { tip, selected } = changes;
        const retires = inputs.removed === 'retire' && orphans.length > 0 && run.isClean() && selected.files.length > 0;
        changes = delivered.wrote || retires ? await findNextChanges(run, tip) : undefined;
        if (retires && changes === undefined) {
            const retired = await retire(context, names, orphans);
            orphans = [];
            // A runbook may have come back while its entry was retired.
            if (retired > 0)
                changes = await findNextChanges(run, tip);
        }
        await reportBrokenLinks(context);
    }
}
/** Says what a sync would do. With a client it also compares with the list. */
async function planRun(run, client) {
    const { inputs, job, diagnose } = run;
    if (client === undefined) {
        diagnose({ level: 'notice', message: 'Without `token` and `base-url` the plan cannot see the knowledge base.' });
    }
    const changes = await findChanges(run);
    run.changed(changes);
    const texts = inputs.token === undefined ? undefined : new SavedTexts(job, inputs.token);
    const context = contextOf(run, changes);
    const plan = await planOf(context);
    await previewPlan(client === undefined || texts === undefined ? context : { ...context, client, texts }, plan);
    await reportBrokenLinks(context);
}
function contextOf(run, changes) {
    return { ...run, changes, reader: new RunbookReader(run.files, run.options), links: new BrokenLinks() };
}
/** Makes the plan and records it: if the run ends early, these outcomes stay. */
async function planOf(context) {
    const { changes, files, reader, inputs, mode, record, diagnose } = context;
    requireMatch(context);
    for (const diagnostic of diagnosticsOf(context))
        diagnose(diagnostic);
    const plan = await makePlan(changes, files, reader, inputs.shard);
    for (const { outcome: notSent, warning } of plan.notSent) {
        record(notSent);
        const message = `Skipped: ${notSent.reason}. Write some, or remove the file.`;
        if (warning)
            diagnose({ level: 'warning', path: notSent.path, message });
    }
    const outcome = mode === 'plan' ? 'planned' : 'pending';
    const reason = mode === 'plan' ? '' : 'The run ended before it was delivered.';
    for (const { path, name } of plan.send)
        record({ path, name, outcome, reason });
    return plan;
}
async function reportBrokenLinks({ links, files, changes, diagnose }) {
    for (const diagnostic of await links.find(files, changes.tip))
        diagnose(diagnostic);
}
const SKIPPED = {
    symlink: 'it is a symbolic link, which the Action never follows',
    submodule: 'it is a submodule, whose files are in another repository',
    'not UTF-8': 'its name is not UTF-8',
    'special file': 'it is not a regular file',
    'outside the workspace': 'it is outside the workspace'
};
/** Paths that the patterns select and that are not read, and paths that they probably should select. */
function diagnosticsOf({ changes, inputs, usedPatterns }) {
    const { kind, selected } = changes;
    const { files, skipped, otherCase } = selected;
    const diagnostics = skipped.map(({ path, reason }) => {
        return { level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` };
    });
    for (const path of otherCase) {
        const message = 'Not selected: `files` distinguishes upper and lower case. Rename the file or add a pattern.';
        diagnostics.push({ level: 'warning', path, message });
    }
    const unused = kind === 'full' && files.length > 0 ? inputs.files.filter((line) => !usedPatterns.has(line)) : [];
    for (const line of unused) {
        const message = `The pattern ${(0,errors/* quoted */.TL)(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`;
        diagnostics.push({ level: 'warning', message });
    }
    return diagnostics;
}
/** A full sync fails, so that a wrong pattern does not stay unnoticed; anything else warns. */
function requireMatch({ changes: { kind, selected }, inputs, mode, diagnose }) {
    if (kind === 'nothing' || selected.files.length > 0)
        return;
    const patterns = (0,errors/* listed */.KE)(inputs.files.map((pattern) => (0,errors/* quoted */.TL)(pattern, 80)));
    const error = (0,errors/* inputError */.Xu)('files', `matches no file: ${patterns}. ${(0,errors/* count */.U9)(selected.total, 'file')} looked at.`, 'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
        'stays inside a folder, and `**` does not.');
    if (kind === 'full' && mode === 'sync')
        throw error;
    diagnose({ level: 'warning', message: `${error.message} ${error.hint}` });
}

;// CONCATENATED MODULE: ./src/run.ts
var __addDisposableResource = (undefined && undefined.__addDisposableResource) || function (env, value, async) {
    if (value !== null && value !== void 0) {
        if (typeof value !== "object" && typeof value !== "function") throw new TypeError("Object expected.");
        var dispose, inner;
        if (async) {
            if (!Symbol.asyncDispose) throw new TypeError("Symbol.asyncDispose is not defined.");
            dispose = value[Symbol.asyncDispose];
        }
        if (dispose === void 0) {
            if (!Symbol.dispose) throw new TypeError("Symbol.dispose is not defined.");
            dispose = value[Symbol.dispose];
            if (async) inner = dispose;
        }
        if (typeof dispose !== "function") throw new TypeError("Object not disposable.");
        if (inner) dispose = function() { try { inner.call(this); } catch (e) { return Promise.reject(e); } };
        env.stack.push({ value: value, dispose: dispose, async: async });
    }
    else if (async) {
        env.stack.push({ async: true });
    }
    return value;
};
var __disposeResources = (undefined && undefined.__disposeResources) || (function (SuppressedError) {
    return function (env) {
        function fail(e) {
            env.error = env.hasError ? new SuppressedError(e, env.error, "An error was suppressed during disposal.") : e;
            env.hasError = true;
        }
        var r, s = 0;
        function next() {
            while (r = env.stack.pop()) {
                try {
                    if (!r.async && s === 1) return s = 0, env.stack.push(r), Promise.resolve().then(next);
                    if (r.dispose) {
                        var result = r.dispose.call(r.value);
                        if (r.async) return s |= 2, Promise.resolve(result).then(next, function(e) { fail(e); return next(); });
                    }
                    else s |= 1;
                }
                catch (e) {
                    fail(e);
                }
            }
            if (s === 1) return env.hasError ? Promise.reject(env.error) : Promise.resolve();
            if (env.hasError) throw env.error;
        }
        return next();
    };
})(typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
});







/** Checks the token, or opens the checkout and plans or syncs it. */
async function run({ inputs, job, github, mode, report, signal }) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const usedPatterns = new Set();
        const matches = compilePatterns(inputs.files, usedPatterns);
        const resources = __addDisposableResource(env_1, new AsyncDisposableStack()
        // A plan needs neither token nor address; with both it compares with the list.
        , true);
        // A plan needs neither token nor address; with both it compares with the list.
        const hasService = mode !== 'plan' || (inputs.token !== undefined && inputs.baseUrl !== undefined);
        const client = hasService ? resources.use(openClient(inputs, report, signal)) : undefined;
        if (mode === 'check') {
            await client?.listPage(FIRST_PAGE, 1);
            return;
        }
        const files = resources.use(await openFiles(inputs, job, process.env, report.diagnose));
        const { nameTemplate, frontMatter, links, maxBytes } = inputs;
        const { repository, serverUrl, ref } = job;
        const options = { nameTemplate, frontMatter, links, maxBytes, repository, serverUrl, ref: (0,src_event/* shortRef */.m3)(ref) };
        const { diagnose, changed, record, edited, isClean } = report;
        const reporting = { diagnose, changed, record, edited, isClean };
        const context = { inputs, job, mode, files, github, matches, usedPatterns, options, signal, ...reporting };
        if (mode === 'plan' || client === undefined)
            await planRun(context, client);
        else
            await syncRun(context, client);
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        const result_1 = __disposeResources(env_1);
        if (result_1)
            await result_1;
    }
}
function openClient(inputs, report, signal) {
    const { concurrency, timeout, retries } = inputs;
    return new KnowledgeClient({ ...(0,src_inputs/* requireService */.rU)(inputs), concurrency, timeout, retries, signal, trace: report.debug });
}


/***/ })

};
