export const id = 714;
export const ids = [714];
export const modules = {

/***/ 1714:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  run: () => (/* binding */ run)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ./src/wording.ts
var wording = __webpack_require__(3395);
;// CONCATENATED MODULE: ./src/changes/settings.ts


/** To be raised with each change of what runbooks become: every knowledge base then gets a full sync. A test with golden files notices. */
const CONVERSION = 1;
/** @param ref the branch or tag that links point to, in full. */
function settingsOf(inputs, job, ref, source) {
    const { files, root, nameTemplate, frontMatter, links, sourceLink, maxBytes, token, baseUrl } = inputs;
    const values = {
        ...{ files: files.join('\n'), root, 'entry-name': nameTemplate, links },
        ...{ 'front-matter': String(frontMatter), 'source-link': String(sourceLink), 'max-bytes': String(maxBytes) },
        ...{ ref, repository: job.repository, server: job.serverUrl, source, conversion: String(CONVERSION) }
    };
    return {
        settings: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, digest(value)])),
        access: token === undefined || baseUrl === undefined ? undefined : accessOf(token, baseUrl),
        workflow: job.workflow
    };
}
/** 48 bits tell two values of one input apart. */
function digest(value) {
    return (0,external_node_crypto_.createHash)('sha256').update(value).digest('hex').slice(0, 12);
}
/** A new token may belong to another workspace. Without the token, the value tells nothing. */
function accessOf(token, baseUrl) {
    return (0,external_node_crypto_.createHmac)('sha256', token.reveal()).update(baseUrl).digest('hex').slice(0, 32);
}
/** What changed where a setting is no input. */
const CLAUSES = {
    ref: 'another workflow or branch delivers to this environment',
    repository: 'the repository has another name',
    server: 'the server has another name',
    source: 'Git and the disk take turns as the source',
    conversion: 'this version of Runbook Sync converts runbooks differently',
    access: 'the token or `base-url` changed'
};
/** Why what a record delivered differs from what this run would deliver, as a clause; undefined where it does not. */
function differenceFrom({ payload }, own) {
    if (payload === undefined)
        return 'another version of Runbook Sync delivers to this environment';
    const theirs = own.access === undefined ? payload.settings : { ...payload.settings, access: payload.access };
    const ours = own.access === undefined ? own.settings : { ...own.settings, access: own.access };
    const names = Object.keys({ ...theirs, ...ours }).filter((name) => theirs[name] !== ours[name]);
    if (names.length === 0)
        return undefined;
    if (payload.workflow !== own.workflow)
        return CLAUSES['ref'];
    const [clause] = names.flatMap((name) => CLAUSES[name] ?? []);
    if (clause !== undefined)
        return clause;
    return `the input${names.length === 1 ? '' : 's'} ${(0,wording/* listed */.KE)(names.map((name) => `\`${name}\``))} changed`;
}

;// CONCATENATED MODULE: ./src/changes/base.ts

/** Milliseconds within which the last request of a killed run may still take effect. */
const MARGIN = 2 * 60 * 1000;
/** Decides which commits the knowledge base may have texts of. See docs/decisions.md. */
function findBase(known, settings) {
    const unknown = { commit: undefined, open: [], isAttributable: false };
    switch (known.kind) {
        case 'unreadable':
            return { ...unknown, full: 'earlier deliveries are not known', knowsAll: false };
        case 'unrecorded':
            return { ...unknown, full: '`environment: none` records no deliveries', knowsAll: true };
        case 'records':
            return readRecords(known.records, settings);
    }
}
function readRecords(records, settings) {
    const base = records.find(({ succeeded }) => succeeded);
    // A long run renews its record: what it knew when it began is older than its last record.
    const isOfBase = (record) => record === base || (base?.payload !== undefined && record.payload?.key === base.payload.key);
    const begunAt = records.filter(isOfBase).reduce((first, { createdAt }) => Math.min(first, createdAt), Infinity);
    const isOpen = (record) => base === undefined || (!isOfBase(record) && record.endedAt > begunAt - MARGIN);
    const open = records.filter(isOpen);
    const commits = { commit: base?.commit, open: open.map(({ commit }) => commit), knowsAll: true };
    if (base === undefined)
        return { ...commits, full: 'no delivery is recorded yet', isAttributable: false };
    const [difference] = [base, ...open].flatMap((record) => differenceFrom(record, settings) ?? []);
    const isUnfinished = records.some((record) => !isOfBase(record) && record.payload?.full === true && !record.succeeded && record.createdAt >= begunAt);
    const full = difference ?? (isUnfinished ? 'the last full sync did not succeed' : undefined);
    return { ...commits, full, isAttributable: difference === undefined };
}
/**
 * What forbids this run to write: another step of the same job, which would replace what this one delivers, or a newer run
 * of the same workflow file, whose inputs this repeated run does not have. A repeated run keeps its number.
 */
function findRival(known, settings, { runId, runAttempt, runNumber }) {
    const records = known.kind === 'records' ? known.records : [];
    const isSibling = ({ payload }) => payload?.run === runId && payload.attempt === runAttempt;
    const siblings = records.filter(isSibling);
    if (siblings.some((record) => differenceFrom(record, settings) !== undefined))
        return 'step';
    const newest = records.find(({ payload }) => payload?.workflow === settings.workflow && payload.settings['ref'] === settings.settings['ref']);
    if (newest === undefined || differenceFrom(newest, { ...settings, access: undefined }) === undefined)
        return undefined;
    return (newest.payload?.number ?? 0) > runNumber ? 'newer run' : undefined;
}

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
/** @throws {ActionError} of kind `git` for a checkout whose configuration names another repository than `owner/name`. */
async function checkOrigin(git, repository) {
    const { stdout } = await git.run(['config', '--get', 'remote.origin.url']);
    const origin = /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(stdout.trim())?.[1];
    if (origin === undefined || origin.toLowerCase() === repository.toLowerCase())
        return;
    throw new errors/* ActionError */.lZ('git', `The checkout in ${(0,external_node_path_.dirname)(git.gitDir)} is of ${origin}; this workflow runs in ${repository}.`, `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run the ` +
        `workflow in ${origin}.`);
}

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:events"
var external_node_events_ = __webpack_require__(8474);
// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:stream/consumers"
var consumers_ = __webpack_require__(8321);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
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
    // A redirect would take the token to another host.
    'http.followRedirects=false',
    'credential.helper=',
    // Git's servers send something every five seconds, also while they prepare an answer (`uploadpack.keepAlive`).
    'http.lowSpeedLimit=1',
    'http.lowSpeedTime=15'
].flatMap((setting) => ['-c', setting]);
/**
 * Variables of the environment that reach Git: not the inputs, which hold the tokens; of `GIT_*` those about certificates
 * and the installation, never another repository.
 */
const KEPT_VARIABLES = /^(?!INPUT_|GIT_)|^GIT_(?:SSL_.*|EXEC_PATH|CONFIG_(?:NOSYSTEM|SYSTEM|GLOBAL|COUNT|KEY_\d+|VALUE_\d+)|TEST_.*)$/;
/** Bytes of what `run` returns. */
const MAX_OUTPUT = 64 * 1024 * 1024;
/** Milliseconds. */
const TIMEOUT = 10 * 60 * 1000;
const execFileAsync = (0,external_node_util_.promisify)(external_node_child_process_.execFile);
/** Runs Git commands in one repository. */
class Git {
    gitDir;
    #program;
    #env;
    #disposal = new AbortController();
    /** Both paths are absolute. */
    constructor(program, gitDir, env) {
        this.#program = program;
        this.gitDir = gitDir;
        this.#env = {
            ...Object.fromEntries(Object.entries(env).filter(([name]) => KEPT_VARIABLES.test(name))),
            GIT_NO_LAZY_FETCH: '1',
            GIT_OPTIONAL_LOCKS: '0',
            GIT_TERMINAL_PROMPT: '0',
            GIT_ASKPASS: '',
            SSH_ASKPASS: '',
            GCM_INTERACTIVE: 'never',
            LC_ALL: 'C'
        };
    }
    /**
     * Runs a command. A code other than 0 is for the caller to interpret.
     *
     * @param timeout milliseconds after which the command is killed.
     */
    async run(args, { input = '', env = {}, timeout = TIMEOUT } = {}) {
        // After a timeout, `execFile` also closes the pipes, which `git-remote-https` may hold open after Git has ended.
        const options = { ...this.#options, env: { ...this.#env, ...env }, timeout, maxBuffer: MAX_OUTPUT };
        const command = execFileAsync(this.#program, this.#withSettings(args), options);
        const { stdin } = command.child;
        // The exit code reports a command that ended before it read its input.
        stdin?.on('error', () => undefined).end(input);
        try {
            return { code: 0, ...(await command) };
        }
        catch (error) {
            const { code, killed, signal, stdout = '', stderr = '' } = error;
            if (typeof code === 'number')
                return { code, stdout, stderr };
            if (killed === true)
                throw gitError(args, `it took longer than ${timeout / 1000} s`);
            // The message would begin with the whole command line.
            throw gitError(args, typeof signal === 'string' ? `${signal} ended it` : (0,errors/* messageOf */.bD)(error));
        }
    }
    /** The output of a command that must succeed, without the line end. */
    async text(args) {
        const { code, stdout, stderr } = await this.run(args);
        if (code !== 0)
            throw gitError(args, stderr);
        return stdout.trimEnd();
    }
    /** Runs a command that must succeed and passes on its output, of any size, in chunks. */
    async stream(args, onChunk, input = '') {
        const child = this.start(args, TIMEOUT);
        child.stdin.end(input);
        const read = async () => {
            for await (const chunk of child.stdout)
                onChunk(chunk);
        };
        const [stderr] = await Promise.all([(0,consumers_.text)(child.stderr), read(), (0,external_node_events_.once)(child, 'close')]);
        if (child.exitCode !== 0)
            throw gitError(args, child.signalCode === null ? stderr : `${child.signalCode} ended it`);
    }
    /**
     * Starts a command that the caller talks to.
     *
     * @param timeout milliseconds after which the command is killed; without it, the caller has a deadline.
     */
    start(args, timeout) {
        const child = (0,external_node_child_process_.spawn)(this.#program, this.#withSettings(args), { ...this.#options, env: this.#env, timeout });
        child.stdin.on('error', () => undefined);
        return child;
    }
    /** Ends the commands that still run, and those that start later. */
    [Symbol.dispose]() {
        this.#disposal.abort();
    }
    get #options() {
        return { signal: this.#disposal.signal, windowsHide: true };
    }
    /** Git opens a repository of another owner, as in a container job, only if it is named. */
    #withSettings(args) {
        return [...SETTINGS, `--git-dir=${this.gitDir}`, ...args];
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
/** What Git reported, for a person. */
function gitError(args, stderr) {
    const command = args.find((arg) => /^[a-z][a-z-]*$/.test(arg)) ?? '';
    return new errors/* ActionError */.lZ('git', `\`git ${command}\` failed: ${lastLine(stderr).replace(/\.$/, '')}.`, 'Run the job again, with a new checkout.');
}
/** The line in which Git says what happened: the last one that is an error, else the last that is no hint. */
function lastLine(stderr) {
    const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'));
    const error = lines.findLast((line) => /^(?:fatal|error|remote):/.test(line));
    const line = (error ?? lines.at(-1) ?? 'no reason given').slice(0, 4000);
    return withoutCredentials(line)
        .replace(/[^\x20-\x7e]/g, '?')
        .slice(0, 300);
}
/** Without the user and password of a URL, also where their characters are not encoded: Git prints those of proxies and remotes. */
function withoutCredentials(text) {
    return text.replace(/([a-z][\w+.-]*:\/\/)?[^\s'"]*@/gi, '$1');
}

;// CONCATENATED MODULE: ./src/git/source.ts
/** The files of a commit, read from Git or from the disk. */
/** What the patterns select of a commit or folder. */
class Selection {
    files = [];
    skipped = [];
    /** Number of files among which the patterns chose. */
    total = 0;
    /** Where the watched texts are among the files that the patterns do not select, by object id. */
    unselected = new Map();
    #matches;
    #watched;
    /** @param watched object ids to be looked for among the files that the patterns do not select. */
    constructor(matches, watched = new Set()) {
        this.#matches = matches;
        this.#watched = watched;
    }
    add(path, id, skip) {
        const isSelected = this.#matches(path);
        if (skip === undefined) {
            this.total++;
            if (isSelected)
                this.files.push({ path, id });
            else if (this.#watched.has(id))
                this.unselected.set(id, path);
        }
        else if (isSelected || (skip === 'submodule' && this.#matches(`${path}/runbook.md`))) {
            this.skipped.push({ path, reason: skip });
        }
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
    async list(matches) {
        const selection = new Selection(matches);
        // Patterns of @actions/glob mean the same as ours; the matcher decides, so that both sources select alike.
        const pattern = `${this.#folder.replace(/[[*?\\]/g, (char) => (external_node_path_.sep === '\\' ? char : `[${char}]`))}/**`;
        const options = { followSymbolicLinks: false, matchDirectories: false, implicitDescendants: false };
        try {
            // Most runs have a checkout and need no walk over the disk.
            const { create } = await __webpack_require__.e(/* import() */ 62).then(__webpack_require__.bind(__webpack_require__, 9062));
            const globber = await create(pattern, options);
            for await (const file of globber.globGenerator()) {
                const path = (0,external_node_path_.relative)(this.#folder, file).split(external_node_path_.sep).join('/');
                const stats = matches(path) ? await (0,promises_.lstat)(file) : undefined;
                const special = stats === undefined || stats.isFile() ? undefined : 'special file';
                selection.add(path, '', stats?.isSymbolicLink() === true ? 'symlink' : special);
            }
        }
        catch (error) {
            throw unreadableError(`The files in ${this.#folder} cannot be listed: ${(0,errors/* messageOf */.bD)(error)}.`, error);
        }
        selection.files.sort((a, b) => (a.path < b.path ? -1 : 1));
        return selection;
    }
    async prefetch() {
        // Everything is here.
    }
    async [Symbol.asyncDispose]() {
        // Nothing stays open between two calls.
    }
    /** Opens without following a symbolic link, then checks what was opened, so that nothing can be exchanged in between. */
    async read({ path }, limit) {
        const name = (0,external_node_path_.join)(this.#folder, path);
        const flags = external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
        const file = await (0,promises_.open)(name, flags).catch((error) => {
            throw unreadableError(`${path} cannot be read: ${(0,errors/* messageOf */.bD)(error)}.`, error);
        });
        try {
            const stats = await file.stat();
            if (!stats.isFile() || (await (0,promises_.realpath)(name)) !== name || stats.ino !== (await (0,promises_.lstat)(name)).ino) {
                throw unreadableError(`${path} cannot be read: it is not a file inside the workspace.`);
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
}
function unreadableError(message, cause) {
    const hint = 'Let the user of this job read all files, give each a name in UTF-8, and change none while this step runs.';
    return new errors/* ActionError */.lZ('input', message, hint, { cause });
}

// EXTERNAL MODULE: ./src/event.ts
var src_event = __webpack_require__(807);
;// CONCATENATED MODULE: ./src/temporary.ts

/**
 * Removes a file or folder below `RUNNER_TEMP`. On Windows a virus scanner may keep it open; the runner empties that folder
 * after the job, so that what stays does no harm.
 */
async function removeTemporary(path) {
    await (0,promises_.rm)(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

;// CONCATENATED MODULE: ./src/git/objects.ts

/** Asks for objects by id through one `git cat-file --batch-command`. */
class ObjectReader {
    #child;
    #chunks;
    /** What has arrived and was not read. */
    #rest = Buffer.alloc(0);
    /** Git answers in the order of the requests: each answer is read after the one before. */
    #last = Promise.resolve();
    #stderr = '';
    constructor(child) {
        this.#child = child;
        this.#chunks = child.stdout[Symbol.asyncIterator]();
        child.stderr.on('data', (chunk) => {
            this.#stderr = (this.#stderr + chunk.toString()).slice(-4096);
        });
        child.on('error', () => undefined);
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
    /** A file that is here. Skips one over the limit while it arrives. */
    read(id, limit) {
        return this.#ask(`contents ${id}\n`, async () => {
            const { type, size } = await this.#header(id);
            if (type === 'missing')
                throw gitError(['cat-file'], `${id} is missing`);
            const bytes = await this.#take(size, size <= limit);
            await this.#take(1, false);
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
        const answer = this.#last.then(() => {
            // Git is killed where it gives no answer, so that a broken disk does not hang the job.
            const timer = setTimeout(() => this.#child.kill('SIGKILL'), TIMEOUT);
            return receive().finally(() => {
                clearTimeout(timer);
            });
        });
        this.#last = answer.catch(() => undefined);
        return answer;
    }
    /** `<id> <type> <size>`, or `<id> missing`. */
    async #header(id) {
        while (!this.#rest.includes('\n'))
            this.#rest = Buffer.concat([this.#rest, await this.#next()]);
        const end = this.#rest.indexOf('\n');
        const [answered, type, size] = this.#rest.toString('latin1', 0, end).split(' ');
        this.#rest = this.#rest.subarray(end + 1);
        if (answered !== id)
            throw gitError(['cat-file'], 'it answers out of order');
        return { type, size: Number(size) };
    }
    /** The next `length` bytes, or undefined if they are not to be kept. */
    async #take(length, keep) {
        const parts = [];
        for (let left = length; left > 0;) {
            if (this.#rest.length === 0)
                this.#rest = await this.#next();
            const part = this.#rest.subarray(0, left);
            this.#rest = this.#rest.subarray(part.length);
            left -= part.length;
            if (keep)
                parts.push(part);
        }
        return keep ? Buffer.concat(parts) : undefined;
    }
    /** Throws at the end of the stream, also where Git was killed or cannot be started. */
    async #next() {
        const { value } = await this.#chunks.next().catch(() => ({ value: undefined }));
        if (value === undefined)
            throw gitError(['cat-file'], this.#stderr === '' ? 'it ended' : this.#stderr);
        return value;
    }
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./src/git/output.ts


/** Git's limit for a path is 4,096 bytes on most systems; a longer record is an attack on memory. */
const MAX_RECORD = 1024 * 1024;
/**
 * Splits what Git prints with `-z` into its records while it arrives. `valid` is false for a record that is not UTF-8;
 * `record` then has U+FFFD. Git allows every byte but NUL in a path.
 */
function splitRecords(onRecord) {
    let rest = Buffer.alloc(0);
    return (chunk) => {
        const bytes = Buffer.concat([rest, chunk]);
        const records = bytes.subarray(0, bytes.lastIndexOf(0) + 1);
        rest = bytes.subarray(records.length);
        // Decoded at once: a repository has many files, and nearly all have names in UTF-8.
        const valid = (0,external_node_buffer_.isUtf8)(records);
        const texts = records.toString(valid ? 'utf8' : 'latin1').split('\0');
        for (const record of texts.slice(0, -1)) {
            const encoded = valid ? undefined : Buffer.from(record, 'latin1');
            onRecord(encoded?.toString() ?? record, encoded === undefined || (0,external_node_buffer_.isUtf8)(encoded));
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
        const id = record.slice(record.lastIndexOf(' ', tab) + 1, tab);
        onEntry(record.slice(tab + 1), id, skipByMode(record.slice(0, 6)) ?? (valid ? undefined : 'not UTF-8'));
    });
}
/**
 * Parses `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path.
 *
 * @param onDifference gets the path and what it was before; undefined where it was no regular file.
 */
function parseDifferences(onDifference) {
    let header;
    return splitRecords((record, valid) => {
        if (header === undefined) {
            header = record.slice(1).split(' ');
            return;
        }
        const [mode, , id] = header;
        header = undefined;
        if (valid)
            onDifference(record, skipByMode(mode) === undefined ? id : undefined);
    });
}

// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: external "node:tls"
var external_node_tls_ = __webpack_require__(1692);
;// CONCATENATED MODULE: ./src/git/remote.ts






/** Milliseconds for one fetch. */
const remote_TIMEOUT = 3 * 60 * 1000;
const RETRY_DELAY = 1500;
/** The variable from which Git takes the header with the token. */
const AUTHORIZATION = 'RUNBOOK_SYNC_AUTHORIZATION';
/** Failures of the network, after which the same fetch may succeed. */
const TRANSIENT = /could not resolve host|connection (?:timed out|reset|refused)|operation timed out|early eof|rpc failed|unexpected disconnect|returned error: 5\d\d|hung up/i;
/** Fetches from the repository on GitHub into a bare repository, never from what a checkout has configured. */
class Remote {
    #git;
    #setup;
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
        if (job.repository === '') {
            this.problem = 'nothing tells the address of the repository';
            return false;
        }
        const header = `http.${job.serverUrl}/.extraheader`;
        const args = [
            // The empty value drops headers that the machine has configured: GitHub refuses two of them.
            ...(token === undefined ? [] : ['-c', `${header}=`, `--config-env=${header}=${AUTHORIZATION}`]),
            ...(known === undefined ? ['-c', 'fetch.negotiationAlgorithm=noop'] : []),
            ...['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-gc', '--no-write-fetch-head'],
            ...(known === undefined ? [] : [`--negotiation-tip=${known}`]),
            ...['--filter=blob:none', ...options, '--stdin', `${job.serverUrl}/${job.repository}`]
        ];
        const env = await this.#environment();
        const config = (0,external_node_path_.join)(this.#git.gitDir, 'config');
        const before = await (0,promises_.readFile)(config);
        for (let attempt = 1;; attempt++) {
            const { code, stderr } = await this.#git
                .run(args, { input: `${ids.join('\n')}\n`, env, timeout: remote_TIMEOUT })
                // Slow and endless answers end here, too.
                .catch((error) => ({ code: 1, stderr: (0,errors/* messageOf */.bD)(error) }))
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
    /** The token stands in a variable alone: in no file, no URL and on no command line. */
    async #environment() {
        const { token, env } = this.#setup;
        const variables = {};
        if (token !== undefined) {
            const login = Buffer.from(`x-access-token:${token.reveal()}`).toString('base64');
            variables[AUTHORIZATION] = `Authorization: Basic ${login}`;
        }
        if ((env['NODE_EXTRA_CA_CERTS'] ?? '') !== '' && env['GIT_SSL_CAINFO'] === undefined) {
            variables['GIT_SSL_CAINFO'] = (0,external_node_path_.join)((0,external_node_path_.dirname)(this.#git.gitDir), 'ca.pem');
            await (0,promises_.writeFile)(variables['GIT_SSL_CAINFO'], (0,external_node_tls_.getCACertificates)().join('\n'));
        }
        return variables;
    }
}

;// CONCATENATED MODULE: ./src/git/repository.ts











/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
class Repository {
    #git;
    #remote;
    #ownCommit;
    #objects;
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
        const folder = await (0,promises_.mkdtemp)((0,external_node_path_.join)(job.temp, 'runbook-sync-git-')).catch((error) => {
            throw new errors/* ActionError */.lZ('event', `No folder can be made in RUNNER_TEMP (${job.temp}): ${(0,errors/* messageOf */.bD)(error)}.`, 'Let the user of the runner write there, and make sure that the disk is not full.', { cause: error });
        });
        const repository = new Repository(new Git(program, (0,external_node_path_.join)(folder, 'git'), env), setup);
        try {
            await repository.#borrowFrom(checkout);
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
    /** Takes from the checkout where its objects are, and nothing that its configuration could decide. */
    async #borrowFrom(checkout) {
        const command = ['rev-parse', '--path-format=absolute'];
        const names = ['--git-path', 'objects', '--git-path', 'shallow', '--show-object-format=storage'];
        const [objects = '', shallow = '', objectFormat = ''] = linesOf(await checkout.text([...command, ...names]));
        const { gitDir } = this.#git;
        await this.#git.text(['init', '--quiet', '--bare', '--template=', `--object-format=${objectFormat}`]);
        await (0,promises_.mkdir)((0,external_node_path_.join)(gitDir, 'objects', 'info'), { recursive: true });
        await (0,promises_.writeFile)((0,external_node_path_.join)(gitDir, 'objects', 'info', 'alternates'), `${objects}\n`);
        const stats = await (0,promises_.lstat)(shallow).catch(emptyIfMissing);
        if (stats === '')
            return;
        // A pipe would never end, and Git prints a line that is no commit, of any file that a link leads to.
        const commits = stats.isFile() ? await (0,promises_.readFile)(shallow, 'latin1') : '?';
        if (!linesOf(commits).every((line) => src_event/* COMMIT */.cJ.test(line)))
            throw gitError(['rev-parse'], 'the list of commits without parents is damaged');
        await (0,promises_.writeFile)((0,external_node_path_.join)(gitDir, 'shallow'), commits);
    }
    /** Why the last fetch failed. */
    get problem() {
        return this.#remote.problem;
    }
    /** Whether commits are here, or could be fetched: all of them, or none. */
    async hasCommits(commits) {
        const missing = await this.#reader.missing([...new Set(commits)]);
        return missing.length === 0 || this.#fetch(missing);
    }
    /**
     * Makes commits readable.
     *
     * @throws {ActionError} of kind `git` where they cannot be fetched.
     */
    async ensureCommits(...commits) {
        if (await this.hasCommits(commits))
            return;
        throw new errors/* ActionError */.lZ('git', `The commit ${commits.map(src_event/* shortId */.m_).join(' or ')} cannot be fetched: ${this.#remote.problem}.`, 'Give the job `permissions: contents: read`, check that the runner reaches GitHub, and run the job again.');
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
     * What the selected files had in `commits` where `tip` has something else, as object ids by path; none where a file is
     * new in `tip`. Undefined where one of the commits cannot be had.
     */
    async earlierTexts(tip, commits, matches) {
        if (!(await this.hasCommits([tip, ...commits])))
            return undefined;
        return this.#withTrees([tip, ...commits], async () => {
            const texts = new Map();
            const parse = parseDifferences((path, before) => {
                if (!matches(path))
                    return;
                const known = texts.get(path) ?? new Set();
                texts.set(path, known);
                if (before !== undefined)
                    known.add(before);
            });
            const input = commits.map((commit) => `${tip} ${commit}\n`).join('');
            const command = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--stdin', '--no-commit-id'];
            await this.#git.stream(command, parse, input);
            return texts;
        });
    }
    /**
     * The regular files of a commit that the patterns select.
     *
     * @param watched object ids to be looked for among the others.
     */
    async list(commit, matches, watched) {
        return this.#withTrees([commit], async () => {
            const selection = new Selection(matches, watched);
            const parse = parseTree((path, id, skip) => {
                selection.add(path, id, skip);
            });
            await this.#git.stream(['ls-tree', '-r', '-z', '--full-tree', commit], parse);
            return selection;
        });
    }
    /** Makes files readable at once that a partial clone lacks. */
    async prefetch(ids) {
        const missing = await this.#reader.missing([...ids]);
        if (missing.length === 0 || (await this.#remote.fetch(missing, undefined)))
            return;
        throw new errors/* ActionError */.lZ('git', `${missing.length} files that the checkout lacks cannot be fetched: ${this.#remote.problem}.`, 'Run the job again; if this stays, check out without `filter`.');
    }
    /** The content of a file, at most `limit` bytes. Calls may overlap. */
    read({ id }, limit) {
        return this.#reader.read(id, limit);
    }
    /** Those of `paths` that are neither a file nor a folder in `commit`. */
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
        this.#git[Symbol.dispose]();
        await removeTemporary((0,external_node_path_.dirname)(this.#git.gitDir));
    }
    /** Without history: two commits are compared without those between them. */
    async #fetch(commits, more = []) {
        const known = (await this.#has(this.#ownCommit)) ? this.#ownCommit : undefined;
        return this.#remote.fetch(commits, known, ['--depth=1', ...more]);
    }
    /** Runs what reads trees; fetches them where the checkout has none (`filter: tree:0`) and runs it again. */
    async #withTrees(commits, run) {
        try {
            return await run();
        }
        catch (error) {
            if (!(await this.#fetch(commits, ['--refetch'])))
                throw error;
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
async function openSource({ root, githubToken }, job, env, diagnose) {
    const workspace = await (0,promises_.realpath)(job.workspace).catch(() => undefined);
    const folder = await (0,promises_.realpath)((0,external_node_path_.join)(job.workspace, root)).catch(() => undefined);
    if (workspace === undefined)
        throw new errors/* ActionError */.lZ('git', 'The workspace does not exist.', CHECK_OUT);
    if (folder === undefined || !`${folder}${external_node_path_.sep}`.startsWith(`${workspace}${external_node_path_.sep}`)) {
        const problem = folder === undefined ? 'does not exist.' : 'leads out of the workspace.';
        throw (0,errors/* inputError */.Xu)('root', `is ${(0,wording/* quoted */.TL)(root)}, which ${problem}`, 'Give the `path` of actions/checkout.');
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

;// CONCATENATED MODULE: ./src/changes/changes.ts


/** The texts that a file had, where they differ from the tip. */
function earlierTextsOf({ path, earlier }) {
    return Array.from(earlier, (id) => ({ path, id }));
}
/** All texts that a commit of a record has and the tip has not. */
function allEarlierTexts({ changed, removed }) {
    return [...changed, ...removed].flatMap(earlierTextsOf);
}
/**
 * What the records do not show as delivered. The base left the knowledge base equal to its commit, and what was written
 * since comes from open commits. A file that has the same text in all of them and at the tip is right as it is. See
 * docs/decisions.md.
 *
 * @throws {ActionError} of kind `git` where the tip cannot be read.
 */
async function changesSince(source, matches, tip, base) {
    const { open } = base;
    const others = open.length === 0 ? '' : `, and what ${(0,wording/* count */.U9)(open.length, 'other run')} may have written`;
    return compare(source, matches, tip, base, `since the last delivery${others}`);
}
/**
 * What a plan shows: what a sync, or a sync after a merge, would deliver, or what a push changed.
 *
 * @param sha the commit of the job.
 * @param recorded of the branch: where a sync after the merge would be a full one, so is the plan.
 */
async function changesOfPlan(source, matches, what) {
    const changes = await plannedChanges(source, matches, what);
    return { ...changes, reason: changes.reason.replace(/^Full sync: /, 'A sync would be a full one: ') };
}
async function plannedChanges(source, matches, { sha, subject, recorded }) {
    const since = (commit, full) => ({ ...NOTHING_KNOWN, commit, full });
    const { full, isAttributable } = recorded;
    if (subject.kind === 'branch')
        return changesSince(source, matches, sha, { ...recorded, full: subject.full ?? full });
    if (source instanceof DiskFiles)
        return compare(source, matches, sha, since(undefined), '');
    const commitOf = async (id) => {
        await source.ensureCommits(id);
        return source.peel(id);
    };
    switch (subject.kind) {
        case 'pull-request': {
            // GitHub's merge commit cannot be fetched after the pull request was closed.
            const [base, ...others] = (await source.hasCommits([sha])) ? await source.parents(sha) : [];
            const merge = { ...since(base, full), isAttributable };
            if (others.length > 0)
                return compare(source, matches, sha, merge, 'in this pull request');
            const why = 'GitHub has no merge commit of this pull request';
            return compare(source, matches, await commitOf(subject.head), since(undefined, why), '');
        }
        case 'commits': {
            const merge = { ...since(subject.base, full), isAttributable };
            return compare(source, matches, subject.head, merge, 'in this merge group');
        }
        case 'push': {
            const why = subject.before === undefined ? 'the push names no commit before it' : undefined;
            return compare(source, matches, await commitOf(sha), since(subject.before, why), 'in this push');
        }
        case 'everything':
            return compare(source, matches, await commitOf(sha), since(undefined, subject.why), '');
    }
}
const NOTHING_KNOWN = { open: [], knowsAll: true, isAttributable: false };
/** @param what completes "Changes …". */
async function compare(source, matches, tip, base, what) {
    if (source instanceof DiskFiles)
        return compareDisk(source, matches, base);
    const onBase = base.commit === undefined ? [] : [base.commit];
    // All in one fetch; where one commit is gone, as far as they can be had.
    await source.hasCommits([tip, ...onBase, ...base.open]);
    await source.ensureCommits(tip);
    const before = await source.earlierTexts(tip, onBase, matches);
    const since = await source.earlierTexts(tip, base.open, matches);
    const isGone = before === undefined || since === undefined;
    const full = base.full ?? (isGone ? `a commit that was delivered cannot be fetched (${source.problem})` : undefined);
    const texts = mergeTexts(before, since);
    const watched = new Set([...texts.values()].flatMap(({ earlier }) => [...earlier]));
    const selected = await source.list(tip, matches, watched);
    const skippable = base.knowsAll && since !== undefined;
    const changed = [];
    for (const file of selected.files) {
        const differing = texts.get(file.path);
        texts.delete(file.path);
        if (differing !== undefined)
            changed.push({ ...file, ...differing, skippable: false });
        else if (full !== undefined)
            changed.push({ ...file, ...NO_TEXTS, skippable });
    }
    const isEmpty = changed.length + texts.size === 0;
    return {
        kind: full === undefined ? 'range' : 'full',
        reason: full === undefined ? `${isEmpty ? 'Nothing changed' : 'Changes'} ${what}.` : `Full sync: ${full}.`,
        ...{ base: base.commit ?? '', tip, selected, changed, removed: [...texts.values()] },
        isAttributable: base.isAttributable && !isGone
    };
}
/** Everything that is on the disk. No commit can be read there. */
async function compareDisk(source, matches, base) {
    const selected = await source.list(matches);
    const skippable = base.knowsAll && base.open.length === 0;
    return {
        ...{ kind: 'full', reason: 'Full sync: the files come from the disk.', base: base.commit ?? '', tip: '', selected },
        changed: selected.files.map((file) => ({ ...file, ...NO_TEXTS, skippable })),
        ...{ removed: [], isAttributable: false }
    };
}
const NO_TEXTS = { before: undefined, earlier: new Set() };
/** @param atBase at most one text for each path. */
function mergeTexts(atBase = new Map(), since = new Map()) {
    const merged = new Map();
    for (const path of [...atBase.keys(), ...since.keys()]) {
        const [before] = atBase.get(path) ?? [];
        merged.set(path, { path, before, earlier: new Set([...(atBase.get(path) ?? []), ...(since.get(path) ?? [])]) });
    }
    return merged;
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
 * The lines of `files`, which select paths relative to the repository's root: the last line that matches decides, `!`
 * excludes, and a folder stands for everything below it, as in @actions/glob. One thing differs: a line that selects and
 * names no ending (a folder, `*`, `**`) selects Markdown files only, not the pictures beside them.
 *
 * Refuses what @actions/glob takes literally although its author meant something else: braces, commas, backslashes.
 */
class Patterns {
    lines;
    #patterns;
    #used = new Set();
    /** @throws {ActionError} of kind `input`, with the way to write it. */
    constructor(lines) {
        if (lines.length > MAX_PATTERNS) {
            const problem = `has ${lines.length} patterns; the limit is ${MAX_PATTERNS}.`;
            throw (0,errors/* inputError */.Xu)('files', problem, 'Name folders instead of files.');
        }
        this.lines = lines;
        this.#patterns = lines.map(compilePattern);
        if (this.#patterns.some(({ exclude }) => !exclude))
            return;
        const problem = lines.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which select nothing.';
        const hint = 'First say what to select, for example `docs/runbooks/**/*.md`, then what to leave out.';
        throw (0,errors/* inputError */.Xu)('files', problem, hint);
    }
    /** Whether a path is selected. */
    matches = (path) => {
        const pattern = this.#patterns.findLast(({ matches }) => matches(path));
        if (pattern !== undefined)
            this.#used.add(pattern.line);
        return pattern?.exclude === false;
    };
    /** The lines that decided about no path that was asked for. */
    get unused() {
        return this.lines.filter((line) => !this.#used.has(line));
    }
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
    checkPattern(line, text);
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
/** Refuses what cannot be a pattern, or means something else than its author thought, with the way to write it. */
function checkPattern(line, text) {
    const patternError = (problem, hint) => (0,errors/* inputError */.Xu)('files', `has the pattern ${(0,wording/* quoted */.TL)(line, 80)}, which ${problem}.`, hint);
    const show = (pattern) => (0,wording/* quoted */.TL)(pattern, 80);
    if (line.length > MAX_LENGTH) {
        throw patternError(`has ${line.length} characters; the limit is ${MAX_LENGTH}`, 'Split it into several lines.');
    }
    if (text === '')
        throw patternError('is empty', 'Give a pattern such as `docs/runbooks/**/*.md`.');
    if (text.includes('\\')) {
        throw patternError('contains a backslash', `Write ${show(text.replace(/\\+/g, '/'))}: folders are separated by \`/\`.`);
    }
    if (/^[a-z]:/i.test(text) || text.startsWith('/') || /^~(?:\/|$)/.test(text)) {
        const path = text.replace(/^(?:[a-z]:)?[/~]+/i, '');
        throw patternError('is an absolute path', `Patterns begin at the repository’s root: ${show(path)}.`);
    }
    if (text.split('/').some((part) => part === '.' || part === '..')) {
        const path = text.replace(/^(?:\.?\/)+/, '');
        const isFixed = !path.split('/').some((part) => part === '.' || part === '..');
        const fixed = isFixed ? `Write ${show(line.replace(text, () => path))}: patterns` : 'Patterns';
        throw patternError('has a part `.` or `..`', `${fixed} begin at the repository’s root and cannot leave it.`);
    }
    const [braces, choices] = /\{([^{}]*(?:,|\.\.)[^{}]*)\}/.exec(text) ?? [];
    if (braces !== undefined && choices !== undefined) {
        const lines = choices.split(',').map((choice) => show(text.replace(braces, () => choice)));
        throw patternError('has braces, which mean nothing here', `Write one line for each: ${lines.join(', ')}.`);
    }
    if (text.includes(',')) {
        const lines = text.split(',').map((part) => show(part.trim()));
        throw patternError('contains a comma', `Write one pattern a line: ${lines.join(', ')}. A comma in a name is written \`?\`.`);
    }
    if (/[?*+@!]\([^/]*\)/.test(text)) {
        throw patternError('has an extended pattern such as `@(a|b)`, which means nothing here', 'Write one line for each.');
    }
}

// EXTERNAL MODULE: ./src/json.ts
var json = __webpack_require__(8301);
// EXTERNAL MODULE: ./src/github/github.ts + 2 modules
var github = __webpack_require__(2704);
;// CONCATENATED MODULE: ./src/github/records.ts



/**
 * Records are GitHub deployments that the Action made: what it delivers, and from which commit.
 *
 * @see https://docs.github.com/en/rest/deployments
 */
const TASK = 'runbook-sync';
const PAYLOAD_VERSION = 1;
/** Milliseconds. A record without a final status ends so long after it was made. */
const LIFETIME = 60 * 60 * 1000;
/** Milliseconds by which a page may be older than the base: older records than that have ended long before it. */
const LOOK_BACK = 2 * LIFETIME;
const MAX_PAGES = 5;
/** Characters of a description that GitHub accepts. */
const MAX_DESCRIPTION = 140;
/** The records of one environment. */
class Records {
    #github;
    #environment;
    constructor(github, environment) {
        this.#github = github;
        this.#environment = environment;
    }
    /**
     * The newest records, as far back as they matter, newest first.
     *
     * @throws {GitHubError}
     */
    async list() {
        const records = [];
        let after = null;
        for (let page = 1; page <= MAX_PAGES; page++) {
            const { nodes, next } = await this.#github.graphql(QUESTION, QUERY, {
                environments: [this.#environment],
                after
            });
            records.push(...nodes.filter(({ task }) => task === TASK).map(({ record }) => record));
            records.sort((a, b) => b.createdAt - a.createdAt);
            const base = records.find(({ succeeded }) => succeeded);
            const begunAt = records
                .filter(({ payload }) => payload !== undefined && payload.key === base?.payload?.key)
                .reduce((first, { createdAt }) => Math.min(first, createdAt), base?.createdAt ?? 0);
            const isEnough = base !== undefined && nodes.some(({ record }) => record.createdAt < begunAt - LOOK_BACK);
            if (next === null || isEnough)
                return records;
            after = next;
        }
        throw new github/* GitHubError */.y_(`The environment ${this.#environment} has more than ${MAX_PAGES * 100} deployments, and no recent one says what was delivered.`, 'Give the input `environment` a name that nothing else deploys to.');
    }
    /**
     * Records that a commit is going to be delivered. A lost answer makes a second record, which does no harm.
     *
     * @returns its id.
     */
    async make(commit, payload) {
        const parse = (data) => (0,github/* integer */.nd)((0,json/* field */.Z)(data, 'id'));
        const question = { what: 'record the delivery', parse };
        return this.#github.request(question, 'POST /deployments', {
            ref: commit,
            environment: this.#environment,
            task: TASK,
            // Otherwise GitHub merges the default branch into the commit, or waits for its checks.
            auto_merge: false,
            required_contexts: [],
            production_environment: false,
            transient_environment: false,
            description: 'Runbooks for the knowledge base',
            payload: { v: PAYLOAD_VERSION, ...payload }
        });
    }
    /**
     * Sets the final status of a record.
     *
     * @param description what was delivered.
     * @param url of the run.
     */
    async mark(id, state, description, url) {
        const question = { what: 'mark the record', parse: () => undefined };
        const shortened = description.length > MAX_DESCRIPTION ? `${description.slice(0, MAX_DESCRIPTION - 1)}…` : description;
        const status = { state, description: shortened, log_url: url, auto_inactive: true };
        await this.#github.request(question, `POST /deployments/${id}/statuses`, status);
    }
}
/** GitHub computes `state` and moves `updatedAt`, and a later success changes `latestStatus`: none of them is asked for. */
const QUERY = `query ($owner: String!, $name: String!, $environments: [String!], $after: String) {
  repository(owner: $owner, name: $name) {
    deployments(environments: $environments, first: 100, after: $after, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes { commitOid task payload createdAt statuses(first: 20) { nodes { state createdAt } } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;
const QUESTION = { what: 'show earlier deliveries', parse: parsePage };
function parsePage(data) {
    const deployments = (0,json/* field */.Z)(data, 'repository', 'deployments');
    const hasNext = (0,json/* field */.Z)(deployments, 'pageInfo', 'hasNextPage') === true;
    return {
        nodes: (0,github/* array */.YO)((0,json/* field */.Z)(deployments, 'nodes')).map(parseNode),
        next: hasNext ? (0,github/* text */.Qq)((0,json/* field */.Z)(deployments, 'pageInfo', 'endCursor'), /./) : null
    };
}
function parseNode(node) {
    const createdAt = timeOf((0,json/* field */.Z)(node, 'createdAt'));
    const ends = [];
    let succeeded = false;
    for (const status of (0,github/* array */.YO)((0,json/* field */.Z)(node, 'statuses', 'nodes'))) {
        const state = (0,github/* text */.Qq)((0,json/* field */.Z)(status, 'state'), /./);
        succeeded ||= state === 'SUCCESS';
        if (/^(?:SUCCESS|FAILURE|ERROR)$/.test(state))
            ends.push(timeOf((0,json/* field */.Z)(status, 'createdAt')));
    }
    const endedAt = ends.length > 0 ? Math.min(...ends) : createdAt + LIFETIME;
    const commit = (0,github/* text */.Qq)((0,json/* field */.Z)(node, 'commitOid'), src_event/* COMMIT */.cJ);
    const payload = parsePayload((0,json/* field */.Z)(node, 'payload'));
    const record = { commit, createdAt, endedAt, succeeded, payload };
    return { task: (0,json/* field */.Z)(node, 'task'), record };
}
/** The payload is JSON; where it was sent as text, JSON in JSON. */
function parsePayload(value) {
    let payload = value;
    try {
        for (let times = 0; times < 2 && typeof payload === 'string'; times++)
            payload = JSON.parse(payload);
        if ((0,json/* field */.Z)(payload, 'v') !== PAYLOAD_VERSION)
            return undefined;
        return {
            settings: Object.fromEntries(Object.entries((0,json/* field */.Z)(payload, 'settings')).map(([name, digest]) => [name, (0,github/* text */.Qq)(digest, /^/)])),
            access: (0,github/* text */.Qq)((0,json/* field */.Z)(payload, 'access'), /^/),
            full: (0,json/* field */.Z)(payload, 'full') !== false,
            run: (0,github/* integer */.nd)((0,json/* field */.Z)(payload, 'run')),
            attempt: (0,github/* integer */.nd)((0,json/* field */.Z)(payload, 'attempt')),
            key: (0,github/* text */.Qq)((0,json/* field */.Z)(payload, 'key'), /./),
            number: (0,github/* integer */.nd)((0,json/* field */.Z)(payload, 'number')),
            workflow: (0,github/* text */.Qq)((0,json/* field */.Z)(payload, 'workflow'), /^/)
        };
    }
    catch {
        // Somebody else may have made it; a record that is not understood makes a full sync.
        return undefined;
    }
}
function timeOf(value) {
    return (0,github/* integer */.nd)(Date.parse((0,github/* text */.Qq)(value, /^\d{4}-\d\d-\d\dT/)));
}

// EXTERNAL MODULE: ./src/inputs.ts + 1 modules
var src_inputs = __webpack_require__(8836);
;// CONCATENATED MODULE: ./src/knowledge/api-types.ts
/** What the vendor specifies of the API, and nothing more. */
/** Paths below `{base_url}`. */
const LIST_PATH = '/personal/v1/knowledge/list';
const UPSERT_PATH = '/personal/v1/knowledge/upsert';
/** The specification's example begins at page 1. */
const FIRST_PAGE = 1;

// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/proxy.js
var lib_proxy = __webpack_require__(9783);
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
     * @param timeout milliseconds.
     * @throws what undici throws; a `TimeoutError` after the deadline.
     */
    async post(path, json, { limit, timeout }) {
        const { token, baseUrl } = this.#options;
        const url = new URL(baseUrl + path);
        // `AbortSignal.timeout` would stay in memory long after the request.
        const controller = new AbortController();
        const { promise: stopped, reject } = Promise.withResolvers();
        stopped.catch(() => undefined);
        const timer = setTimeout(() => {
            const error = new DOMException('The deadline has passed.', 'TimeoutError');
            controller.abort(error);
            reject(error);
        }, timeout);
        try {
            const answer = this.#dispatcher.request({
                origin: url.origin,
                path: url.pathname,
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
            // undici aborts no request that waits for the connection through a proxy.
            const { statusCode, headers, body } = await Promise.race([answer, stopped]);
            const header = (name) => {
                const value = headers[name];
                return (typeof value === 'string' ? value : value?.[0]) ?? '';
            };
            const isSuccess = statusCode >= 200 && statusCode < 300;
            const reading = readBody(body, isSuccess ? limit : MAX_ERROR_BYTES);
            // The status line of an error says enough, also where the body is damaged or never ends.
            const none = Buffer.alloc(0);
            const whole = isSuccess ? reading : reading.catch(() => none);
            const bytes = await (statusCode === 401 ? withinASecond(reading) : whole);
            const encoding = header('content-encoding');
            const content = bytes === undefined ? { kind: 'too-large', limit } : decode(bytes, encoding, limit);
            return { url: url.href, status: statusCode, header, body: content };
        }
        finally {
            clearTimeout(timer);
        }
    }
    /** Ends all requests; their promises reject. */
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
/** Empty where it takes longer or fails. */
async function withinASecond(reading) {
    const none = Buffer.alloc(0);
    return Promise.race([reading.catch(() => none), (0,external_node_timers_promises_.setTimeout)(1000, none, { ref: false })]);
}
/** Content encodings. Some services and proxies use one although the request asks for none. */
const DECODERS = new Map([
    ['', (bytes) => bytes],
    ['identity', (bytes) => bytes],
    ['gzip', external_node_zlib_.unzipSync],
    ['x-gzip', external_node_zlib_.unzipSync],
    ['deflate', external_node_zlib_.unzipSync],
    ['br', external_node_zlib_.brotliDecompressSync]
]);
function decode(bytes, encoding, limit) {
    // Nothing conforms to every encoding.
    if (bytes.length === 0)
        return { kind: 'text', text: '' };
    try {
        const content = DECODERS.get(encoding.toLowerCase())?.(bytes, { maxOutputLength: limit });
        return content === undefined ? { kind: 'damaged', encoding } : { kind: 'text', text: content.toString() };
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
    return /^[\s{}[\]"]*$/.test(body.slice(0, MAX_INPUT)) ? '' : body;
}
/** Where JSON errors commonly have their message, in the order of preference. */
const MESSAGES = 'error.message error detail message msg error_description errors errors.message errors.0 errors.0.message title';
function messageIn(body) {
    let value;
    try {
        value = JSON.parse(body);
    }
    catch {
        return undefined;
    }
    const texts = [value, ...MESSAGES.split(' ').map((path) => (0,json/* field */.Z)(value, ...path.split('.')))];
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
 * Checks that an answer says that the request succeeded: it is 2xx, and its whole body is understood.
 *
 * @param parse makes the JSON what is needed of it; undefined where it has another form. Without it, no sign of an error is
 *   enough, and the body may be empty.
 * @param usualCodes what `code` is where the service reports no error; gets the one of an answer that `parse` understands.
 * @throws {RequestError}
 */
function readSuccess(response, token, { parse, usualCodes }) {
    const value = readJson(response, token);
    if (has401(value))
        throw tokenRejectedError(quote(response, token));
    const parsed = parse?.(value);
    if (parsed !== undefined) {
        for (const code of CODES.map((name) => (0,json/* field */.Z)(value, name)))
            if (isUsual(code, parsed))
                usualCodes.add(code);
    }
    const sign = /\bproblem\+json\b/i.test(response.header('content-type'))
        ? 'content-type'
        : signOfError(value, usualCodes);
    if (sign !== undefined) {
        const what = `The service answered with HTTP ${response.status}, but its answer reports an error (\`${sign}\`)`;
        throw new RequestError('entry-rejected', what + quote(response, token), CORRECT);
    }
    if (parse !== undefined && parsed === undefined) {
        throw wrongAddressError(`The answer of ${response.url} is no list of entries.`);
    }
    return parsed;
}
/** Undefined for an empty body. */
function readJson(response, token) {
    const { status, body } = response;
    if (status < 200 || status >= 300)
        throw statusError(response, token);
    if (body.kind === 'too-large') {
        const message = `The answer (HTTP ${status}) is larger than ${body.limit / 1024 / 1024} MiB and was not read.`;
        const hint = 'Check `base-url`, or ask those who operate the service.';
        throw new RequestError('service-failing', message, hint, { tooLarge: true });
    }
    if (body.kind === 'damaged')
        throw incompleteError(`${snippetOf(body.encoding, token)} content that cannot be decoded`, status);
    if (isHtmlAnswer(response))
        throw htmlError(response, quote(response, token));
    if (body.text.trim() === '')
        return undefined;
    try {
        return JSON.parse(body.text.replace(/^\uFEFF/, ''));
    }
    catch {
        if (/^\s*[[{"]/.test(body.text))
            throw incompleteError('JSON that is incomplete or malformed', status);
        throw wrongAddressError(`${response.url} returned text instead of JSON (HTTP ${status})${quote(response, token)}`);
    }
}
const CODES = ['code', 'errcode', 'errorCode', 'error_code', 'statusCode'];
/** Whether an answer with this code was a success. An error may look like an empty list. */
function isUsual(code, page) {
    const rows = (0,json/* field */.Z)(page, 'rows');
    if (!Array.isArray(rows) || rows.length > 0)
        return true;
    return (0,json/* field */.Z)(page, 'isNull') !== true && !/^[45]\d{2,}$/.test(textOf(code));
}
/** The field of an answer that says that the request failed; undefined without one. */
function signOfError(value, usualCodes) {
    if (value === false)
        return 'false';
    const isFailure = (name, found) => {
        switch (name) {
            case 'success':
            case 'ok':
                return found === 0 || /^false$/i.test(textOf(found));
            case 'error':
            case 'errors':
                return isFilled(found);
            case 'status':
                return (Number(textOf(found)) >= 400 || /^(?:error|fail(?:ed|ure)?|rejected|denied|invalid)$/i.test(textOf(found)));
            default:
                return CODES.includes(name) && !usualCodes.has(found) && !/^(?:|0+|2\d\d|ok|success)$/i.test(textOf(found));
        }
    };
    const top = entriesOf(value).find(([name, found]) => isFailure(name, found));
    if (top !== undefined)
        return top[0];
    for (const holder of ['data', 'result']) {
        const inner = entriesOf((0,json/* field */.Z)(value, holder)).find(([name, found]) => /^(?:errors?|success|ok)$/.test(name) && isFailure(name, found));
        if (inner !== undefined)
            return `${holder}.${inner[0]}`;
    }
    return undefined;
}
function has401(value) {
    const holders = [
        value,
        ...['data', 'result', 'error', 'errors'].map((name) => (0,json/* field */.Z)(value, name)),
        (0,json/* field */.Z)(value, 'errors', '0')
    ];
    return holders.some((holder) => [...CODES, 'status'].some((name) => /^401\b/.test(textOf((0,json/* field */.Z)(holder, name)))));
}
function entriesOf(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}
const CHECK_URL = 'Check `base-url`: it is the address of the assistant’s API, not of its web pages, without `/personal/v1/knowledge/…`.';
const CORRECT = 'Correct the runbook by what the service says; if that does not help, ask those who operate the service.';
const CHECK_WORKSPACE = 'A token works only in the workspace in which it was created: check that `base-url` and `token` belong to the same ' +
    'workspace, and that the owner of the token may edit knowledge there. If the token was rotated, update the secret.';
const LOG_IN_TO_PROXY = 'Add them to `https_proxy`, or add the host of the service to `no_proxy`.';
const RUN_AGAIN = 'Run the job again when the service works; if it does not, tell those who operate it.';
const TOKENS = 'Settings → Access Tokens of the assistant';
const UPDATE_SECRET = 'store the new value, which is shown once, in the secret `RUNBOOK_SYNC_TOKEN` (input `token`). Then run the job again';
/** 409 and 423 are conflicts with another writer; 425 asks for the same request again; proxies answer 520 to 529. */
const RETRYABLE = [408, 409, 423, 425, 500, 502, 503, 504];
function statusError(response, token) {
    const { status, url } = response;
    const said = quote(response, token);
    const error = (kind, what, hint, options) => new RequestError(kind, `${what} (HTTP ${status})${said}`, hint, options);
    const retryAfter = retryAfterOf(response);
    const retryable = RETRYABLE.includes(status) || (status >= 520 && status <= 529);
    if (status < 400)
        return redirectError(response, token);
    if (status === 401)
        return tokenRejectedError(said);
    if (status === 403 && isHtmlAnswer(response))
        return htmlError(response, said);
    if (status === 403)
        return error('forbidden', 'The token has no permission for this request', CHECK_WORKSPACE);
    if ([404, 405, 410, 501].includes(status))
        return error('wrong-address', `There is no such API at ${url}`, CHECK_URL);
    if (status === 407)
        return error('unreachable', 'The proxy requires credentials', LOG_IN_TO_PROXY);
    if (status === 413) {
        return error('entry-rejected', 'The entry is too large for the service', 'Split the runbook.', { tooLarge: true });
    }
    if (status === 429) {
        const hint = 'Run the job again later, with a lower `concurrency`.';
        return error('rate-limited', 'The service receives too many requests', hint, { retryable: true, retryAfter });
    }
    if (status < 500 && !retryable) {
        const tooLarge = status === 400 || status === 422;
        return error('entry-rejected', 'The service rejects the request', CORRECT, { tooLarge });
    }
    return error('service-failing', 'The service fails', RUN_AGAIN, { retryable, retryAfter });
}
/** Says what to do by the reason that the service gives: only an active or expired token can be rotated. */
function tokenRejectedError(said) {
    const hint = /\bexpired?\b/i.test(said)
        ? `Choose Rotate in ${TOKENS}, and ${UPDATE_SECRET}.`
        : /\b(?:revoked|replaced|rotated|deleted)\b/i.test(said)
            ? 'A revoked token cannot be rotated. If a rotation replaced it, store that value. ' +
                `Otherwise choose Create Token in ${TOKENS}, and ${UPDATE_SECRET}.`
            : `In ${TOKENS}, choose Rotate if the token is listed as expired, else Create Token; then ${UPDATE_SECRET}.`;
    return new RequestError('token-rejected', `The service rejects the token (HTTP 401)${said}`, hint);
}
function redirectError(response, token) {
    // The query of such an address often holds a ticket.
    const target = snippetOf(token.redact(response.header('location')).replace(/[?#].*$/s, ''), token);
    const where = target === '' ? 'without an address' : `to “${target}”`;
    return wrongAddressError(`${response.url} redirects (HTTP ${response.status}) ${where}. Runbook Sync follows no redirect, so that the token stays here.`, 'If the API has moved, give its new address.');
}
function htmlError({ url, status }, said) {
    return wrongAddressError(`${url} returned an HTML page instead of JSON (HTTP ${status})${said}`, 'A sign-in page or a proxy in between also answers like this.');
}
function wrongAddressError(message, more = '') {
    return new RequestError('wrong-address', message, `${CHECK_URL} ${more}`.trimEnd());
}
function incompleteError(what, status) {
    const message = `The service returned ${what} (HTTP ${status}).`;
    return new RequestError('service-failing', message, RUN_AGAIN, { retryable: true });
}
/** A text, number or boolean as text; empty for anything else. */
function textOf(value) {
    return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
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
    if (Number.isNaN(until))
        return undefined;
    const now = httpDate(header('date'));
    return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}
/** `Date.parse` accepts nearly everything. */
function httpDate(text) {
    return /^[A-Z][a-z]{2,8}, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} [\d:]{8} GMT$/.test(text) ? Date.parse(text) : NaN;
}

;// CONCATENATED MODULE: ./src/knowledge/network-error.ts


const CHECK_NETWORK = 'Check `base-url`, and that the runner’s network reaches it (firewall, VPN, `https_proxy`, `no_proxy`).';
const network_error_RUN_AGAIN = 'Run the job again; if this stays, ask those who operate the service or the network in between.';
const CHECK_HOST = 'Check the scheme, host and port of `base-url`.';
const CHECK_NAME = 'Check the host in `base-url`. The token was not sent.';
const CHECK_PROXY = 'Check `https_proxy` and its credentials, or add the host to `no_proxy`.';
const RENEW = 'Ask those who operate the service to renew it. The token was not sent.';
const TRUST = 'If it is your own authority, name its certificate in the environment of the step: `NODE_EXTRA_CA_CERTS: /path/to/ca.pem`.';
/**
 * Explains why a request got no complete answer.
 *
 * @param error what `Connection.post` threw.
 * @param timeout milliseconds.
 */
function networkError(error, { host, peer }, timeout) {
    const code = codeOf(error);
    const is = (...codes) => codes.includes(code);
    const said = (0,errors/* messageOf */.bD)(error);
    const unreachableError = (message, hint = CHECK_NETWORK) => new RequestError('unreachable', message, hint, { retryable: true, cause: error });
    /** The next attempt would meet the same certificate, or the same server. */
    const setupError = (message, hint) => new RequestError('unreachable', message, hint, { cause: error });
    const failingError = (message, hint = network_error_RUN_AGAIN) => new RequestError('service-failing', message, hint, { retryable: true, cause: error });
    if (error instanceof DOMException && error.name === 'TimeoutError') {
        const hint = 'Run the job again when the service works, or raise `timeout`.';
        return failingError(`The service gave no complete answer within ${Math.round(timeout / 100) / 10} s.`, hint);
    }
    const tunnel = /\((\d{3})\)(?: !== 200)? when HTTP Tunneling/.exec(said)?.[1];
    if (tunnel !== undefined) {
        const message = `The proxy does not connect to ${host} (HTTP ${tunnel}).`;
        return /^(?:5|408|429)/.test(tunnel) ? unreachableError(message, CHECK_PROXY) : setupError(message, CHECK_PROXY);
    }
    if (said === 'bad response')
        return failingError(`${host} sent an interim answer (100 Continue) that was not asked for.`);
    if (is('ECONNREFUSED'))
        return unreachableError(`Nothing listens at ${peer}: the connection was refused.`);
    if (is('ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'))
        return unreachableError(`The name of ${peer} cannot be resolved.`);
    if (is('EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL')) {
        return unreachableError(`No route leads to ${peer} from this network.`);
    }
    if (is('ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'))
        return failingError(`${peer} accepts no connection in time.`, CHECK_NETWORK);
    if (is('UND_ERR_RES_CONTENT_LENGTH_MISMATCH')) {
        return failingError('The answer of the service is shorter or longer than it says.');
    }
    if (is('UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNABORTED')) {
        return unreachableError(`The connection to ${host} ended before the answer was complete.`, network_error_RUN_AGAIN);
    }
    if (is('CERT_HAS_EXPIRED'))
        return setupError(`The certificate of ${host} has expired.`, RENEW);
    if (is('ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH', 'UND_ERR_PRX_TLS')) {
        return setupError(`The certificate that ${host} shows is for another host.`, CHECK_NAME);
    }
    if (/SELF_SIGNED_CERT|^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/.test(code)) {
        return setupError(`The runner does not trust the authority that signed the certificate of ${host}.`, TRUST);
    }
    if (/^(?:CERT_|CRL_|ERR_SSL_|ERR_TLS_|UNABLE_TO_|INVALID_(?:CA|PURPOSE)$|EPROTO$)/.test(code)) {
        return setupError(`No secure connection to ${host} is possible (${code}).`, CHECK_HOST);
    }
    if (code.startsWith('HPE_') || is('UND_ERR_HEADERS_OVERFLOW')) {
        return setupError(`What answers at ${host} does not speak HTTP (${code}).`, CHECK_HOST);
    }
    return unreachableError(`The request to ${host} failed (${code === '' ? said.slice(0, 200) : code}).`);
}
/** Of a host with several addresses, Node reports one error with the errors of all of them. */
function codeOf(error) {
    const inner = error instanceof AggregateError ? error.errors[0] : undefined;
    for (const one of [error, inner]) {
        if (typeof one === 'object' && one !== null && 'code' in one && typeof one.code === 'string')
            return one.code;
    }
    return '';
}

;// CONCATENATED MODULE: ./src/knowledge/patience.ts

/** Milliseconds without a success after which a run ends, and while nothing ever succeeded. */
const LONGEST = 10 * 60_000;
const FIRST = 60_000;
const patience_RUN_AGAIN = 'Run the job again later: it then delivers what is pending.';
/** Knows when to stop: after too long a time without a success. Pauses after a rate limit count apart from other time. */
class Patience {
    #timeout;
    #hasSucceeded = false;
    /** Since when nothing succeeded, without pauses; undefined before the first upsert. */
    #since;
    /** Milliseconds of pauses since the last success. */
    #paused = 0;
    /** @param timeout milliseconds of one attempt. */
    constructor(timeout) {
        this.#timeout = timeout;
    }
    start() {
        this.#since ??= performance.now();
    }
    succeeded() {
        this.#hasSucceeded = true;
        this.#since = performance.now();
        this.#paused = 0;
    }
    /** Nothing is sent, or waited for, for so many milliseconds. */
    pausedFor(milliseconds) {
        this.#paused += milliseconds;
        if (this.#since !== undefined)
            this.#since += milliseconds;
    }
    /** Why to stop after this failure; undefined while it is worth trying. */
    endAfter(failure) {
        const { retryAfter = 0 } = failure;
        if (retryAfter > LONGEST)
            return retryAfterError(retryAfter);
        if (this.#paused > LONGEST) {
            const message = `The service limited the rate for ten minutes. The last failure: ${failure.message}`;
            return new errors/* ActionError */.lZ('out-of-time', message, patience_RUN_AGAIN);
        }
        const most = this.#hasSucceeded ? LONGEST : Math.max(FIRST, 2 * this.#timeout);
        if (performance.now() - (this.#since ?? Infinity) <= most)
            return undefined;
        const message = `No request succeeded for ${Math.round(most / 60_000)} min. The last failure: ${failure.message}`;
        return new errors/* ActionError */.lZ('out-of-time', message, failure.kind === 'unreachable' ? failure.hint : patience_RUN_AGAIN);
    }
}
function retryAfterError(retryAfter) {
    const days = Math.round(retryAfter / 86_400_000);
    const time = days < 2 ? `${Math.round(retryAfter / 1000)} s` : days < 1000 ? `${days} days` : 'more than 1,000 days';
    const message = `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`;
    return new errors/* ActionError */.lZ('out-of-time', message, 'Run the job again after that time: it then delivers what is pending.');
}

;// CONCATENATED MODULE: ./src/knowledge/client.ts








const MAX_UPSERT_ANSWER = 4 * 1024 * 1024;
/** A page of tiny values takes twenty times as much memory as it has bytes. */
const MAX_LIST_PAGE = 8 * 1024 * 1024;
/** Milliseconds: the longest wait before the first retry, and before any. */
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 20_000;
/** A timer takes no more than 24 days. */
const client_LONGEST_PAUSE = 60 * 60_000;
/**
 * The knowledge base of the token. Requests wait for their turn, are retried, and end together when one failure concerns
 * all of them.
 */
class KnowledgeClient {
    #connection;
    #options;
    #limiter;
    #patience;
    #stop = new AbortController();
    /** What `code` is in an answer of this service that says nothing about an error. */
    #usualCodes = new Set();
    constructor(options) {
        this.#connection = new Connection(options);
        this.#limiter = new RateLimiter(options.concurrency);
        this.#patience = new Patience(options.timeout);
        this.#options = options;
        if (options.signal.aborted)
            this.#cancel();
        else
            options.signal.addEventListener('abort', this.#cancel, { once: true });
    }
    /** Why no request is sent any more; undefined while the client works. */
    get ended() {
        return this.#stop.signal.reason;
    }
    /**
     * Creates or updates an entry.
     *
     * @returns the number of attempts.
     * @throws {RequestError} for this entry; `ended` where the run has ended.
     */
    async upsert(entry) {
        this.#patience.start();
        const attempt = async () => {
            const started = performance.now();
            try {
                await this.#post(UPSERT_PATH, entry, { limit: MAX_UPSERT_ANSWER });
                this.#patience.succeeded();
                return undefined;
            }
            catch (error) {
                // A pause would hold back those that wait to see that the run has ended.
                if (this.ended === undefined && error instanceof RequestError) {
                    this.#patience.pausedFor(this.#slowDown(error, started));
                    const end = this.#patience.endAfter(error);
                    if (end !== undefined)
                        this.end(end);
                }
                throw error;
            }
        };
        const { attempts } = await this.#repeat(attempt, () => Infinity);
        return attempts;
    }
    /**
     * One page of the list. Nothing that happens to it ends the run, except that the token is rejected.
     *
     * @param parse makes the JSON a page; undefined where it has another form.
     * @param until when the answer is of no use any more, by `performance.now()`.
     * @throws {RequestError} where it cannot be read; `ended` where the run has ended.
     */
    async listPage([pageNum, pageSize], parse, until) {
        const attempt = async () => {
            const started = performance.now();
            const timeout = Math.max(1, Math.min(this.#options.timeout, until - started));
            try {
                const body = { page_num: pageNum, page_size: pageSize };
                return (await this.#post(LIST_PATH, body, { limit: MAX_LIST_PAGE, parse, timeout }));
            }
            catch (error) {
                const isWorth = error instanceof RequestError && (error.retryAfter ?? 0) < until - performance.now();
                if (this.ended === undefined && isWorth)
                    this.#slowDown(error, started);
                throw error;
            }
        };
        const { value } = await this.#repeat(attempt, (error) => until - performance.now() - (error.retryAfter ?? 0));
        return value;
    }
    async [Symbol.asyncDispose]() {
        this.#options.signal.removeEventListener('abort', this.#cancel);
        this.end(new errors/* ActionError */.lZ('cancelled', 'The connection to the service was closed.', 'Run the job again.'));
        await this.#connection[Symbol.asyncDispose]();
    }
    /** Sends nothing any more; requests in flight go on. */
    end(error) {
        this.#stop.abort(error);
        this.#limiter.resume();
    }
    /**
     * Repeats what fails and may succeed later. A rate limit uses up no retry: the limiter paces these, and time bounds them.
     *
     * @param timeLeft milliseconds in which another attempt makes sense.
     */
    async #repeat(attempt, timeLeft) {
        let retries = 0;
        for (let attempts = 1;; attempts++) {
            try {
                const value = await this.#limiter.run(async () => {
                    if (this.ended !== undefined)
                        throw this.ended;
                    return attempt();
                });
                return { value, attempts };
            }
            catch (error) {
                if (!(error instanceof RequestError) || error === this.ended)
                    throw error;
                error.attempts = attempts;
                const isRateLimit = error.kind === 'rate-limited';
                const isLast = !isRateLimit && retries >= this.#options.retries;
                if (!error.retryable || isLast || timeLeft(error) <= 0)
                    throw error;
                if (!isRateLimit)
                    await this.#backOff(retries++);
                // The run has ended while this one was in flight, or was to be sent again.
                if (this.ended !== undefined)
                    throw this.ended;
            }
        }
    }
    /**
     * Waits with full jitter, so that requests that failed together do not come back together.
     *
     * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
     */
    async #backOff(retries) {
        const longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries);
        await (0,external_node_timers_promises_.setTimeout)(Math.random() * longest, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    /** Pauses all requests after a rate limit, or where the service asks for it; returns the milliseconds. */
    #slowDown(failure, started) {
        const own = failure.kind === 'rate-limited' ? this.#limiter.throttled(started) : 0;
        // Also beside `Retry-After`, which may be 0 or a time that is past.
        return this.#limiter.pause(Math.min(client_LONGEST_PAUSE, Math.max(own, failure.retryAfter ?? 0)));
    }
    /** @param parse gets the JSON; without it, nothing is needed of it. */
    async #post(path, json, { limit, parse, timeout = this.#options.timeout }) {
        const { token, trace } = this.#options;
        const started = performance.now();
        let status = 'no answer';
        try {
            const response = await this.#connection.post(path, json, { limit, timeout });
            status = String(response.status);
            const value = readSuccess(response, token, { parse, usualCodes: this.#usualCodes });
            this.#limiter.succeeded();
            return value;
        }
        catch (error) {
            const failure = error instanceof RequestError ? error : networkError(error, this.#connection, timeout);
            if (failure.kind === 'token-rejected') {
                this.end(failure);
                void this.#connection[Symbol.asyncDispose]();
            }
            throw failure;
        }
        finally {
            trace(`POST ${path}: ${status} after ${Math.round(performance.now() - started)} ms`);
        }
    }
    #cancel = () => {
        this.end(new errors/* ActionError */.lZ('cancelled', 'The job was cancelled.', 'Run it again: it then delivers what is pending.'));
    };
}

;// CONCATENATED MODULE: ./src/knowledge/spelling.ts

// What services change in texts and names, so that it is no difference.
/** Stands for a text where texts cannot be kept: of two texts that differ only as services change them, it is the same. */
function textHash(text) {
    return (0,external_node_crypto_.hash)('sha256', normalText(text), 'base64url');
}
/** Services trim texts, and change line ends, blanks at the end of lines, and the Unicode form. */
function normalText(text) {
    const normal = text
        .replace(/\r\n?/g, '\n')
        // Without the condition before, blanks inside a line would take quadratic time.
        .replace(/(?<![ \t])[ \t]+$/gm, '')
        .trim();
    return composed(normal);
}
/**
 * In NFC, except a text with more combining characters in a row than any language has, for which that takes quadratic time.
 *
 * @see https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
 */
function composed(text) {
    return /\p{M}{31}/u.test(text) ? text : text.normalize('NFC');
}
/** A service may take two names for one that differ only in case, blanks or Unicode form. */
function foldName(name) {
    // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
    const folded = composed(composed(name).toUpperCase().toLowerCase());
    return folded.replace(/\s+/g, ' ').trim();
}
/** Whether two names differ at most in blanks and Unicode form, as services store them. */
function isSpelledLike(one, other) {
    const [a, b] = [one, other].map((name) => composed(name).replace(/\s+/g, ' ').trim());
    return a === b;
}

;// CONCATENATED MODULE: ./src/knowledge/list.ts


/** What memory holds of a list: entries, and characters of their names. */
const MAX_ENTRIES = 200_000;
const MAX_NAMES = 32 * 1024 * 1024;
/** In characters. `runbook/name.ts` refuses longer names. */
const MAX_NAME = 1000;
/** What a list showed: names and hashes, never contents. */
class KnowledgeList {
    extent = { kind: 'unreadable', why: 'it was not read' };
    #entries = new Map();
    /** The names of entries by their folded form. */
    #folded = new Map();
    /** Name and id of every entry, hashed. */
    #seen = new Set();
    /** Of all names. */
    #characters = 0;
    /** Whether memory holds no more of it. */
    get isFull() {
        return this.#seen.size >= MAX_ENTRIES || this.#characters >= MAX_NAMES;
    }
    /** The number of entries. */
    get size() {
        return this.#seen.size;
    }
    get names() {
        return this.#entries.keys();
    }
    get isComplete() {
        return this.extent.kind === 'complete';
    }
    /** Whether it shows the text of some entry. */
    get showsTexts() {
        return [...this.#entries.values()].some(({ hash: shown }) => shown !== undefined);
    }
    /** The entries of exactly this name; if there are none, of a name that a service may take for the same. */
    find(name) {
        return this.#entries.get(this.nameOf(name) ?? '');
    }
    /** The name that it shows for a name. */
    nameOf(name) {
        return this.#entries.has(name) ? name : this.#folded.get(foldName(name));
    }
    /** Whether it shows an entry of exactly this name. */
    has(name) {
        return this.#entries.has(name);
    }
    /** @returns how many of the rows were not there before. */
    add(rows) {
        const before = this.#seen.size;
        const page = new Map();
        for (const { name, id, content } of rows) {
            // Without ids, equal rows of one page are entries of their own, and of two pages the same entries again.
            const nth = page.get(name) ?? 0;
            page.set(name, nth + 1);
            const key = textHash(JSON.stringify([name, id ?? [content, nth]]));
            const isNew = !this.#seen.has(key);
            this.#seen.add(key);
            if (name.length > MAX_NAME)
                continue;
            if (isNew)
                this.#characters += name.length;
            const count = (this.#entries.get(name)?.count ?? 0) + (isNew ? 1 : 0);
            this.#entries.set(name, { count, hash: content === undefined ? undefined : textHash(content) });
            this.#folded.set(foldName(name), name);
        }
        return this.#seen.size - before;
    }
}
/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result'];
const TOTAL_KEYS = ['total', 'total_count', 'totalCount'];
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id'];
/** Undefined for a form that is not known. */
function list_parsePage(answer) {
    const holders = [answer, (0,json/* field */.Z)(answer, 'data'), (0,json/* field */.Z)(answer, 'result')];
    const valuesOf = (keys) => holders.flatMap((holder) => keys.map((key) => (0,json/* field */.Z)(holder, key)));
    const lists = [answer, ...valuesOf(ARRAY_KEYS)];
    // Some services write an empty array as null.
    const found = lists.find((value) => Array.isArray(value)) ?? (lists.includes(null, 1) ? [] : undefined);
    if (found === undefined)
        return undefined;
    const rows = [];
    for (const row of found) {
        const name = (0,json/* field */.Z)(row, 'name');
        const content = (0,json/* field */.Z)(row, 'content');
        if (typeof name !== 'string')
            return undefined;
        const ids = ID_KEYS.map((key) => (0,json/* field */.Z)(row, key));
        const id = ids.find((value) => typeof value === 'string' || typeof value === 'number');
        rows.push({ name, id, content: typeof content === 'string' ? content : undefined });
    }
    const total = valuesOf(TOTAL_KEYS).find((value) => typeof value === 'number' && value >= 0);
    return { rows, total, isNull: !lists.includes(found) };
}

;// CONCATENATED MODULE: ./src/knowledge/reading.ts



/** Page sizes to try: a smaller one where a page is refused or too large to read. */
const PAGE_SIZES = [100, 20, 4, 1];
/** Readings with ever smaller pages. */
const MAX_READINGS = 5;
const PUSH = { pages: 10, time: 2 * 60_000 };
/** Up to 200,000 entries. */
const WHOLE = { pages: 2000, time: 10 * 60_000 };
/**
 * Reads the list, page by page of one size. Where the service makes pages smaller, it begins again with their size: rows
 * between two pages would be missed.
 *
 * @param onPage gets the rows of each page, contents included, before the next page is read. Where a reading begins, it
 *   gets none and `isStart`: what an earlier one showed counts no more.
 * @param mayLack whether an entry that must be there could be on a page 0: some services count from zero.
 * @throws {ActionError} only where the run has ended.
 */
async function readList(client, { pages, time }, onPage, mayLack = () => false) {
    const until = performance.now() + time;
    let size = PAGE_SIZES[0];
    for (let nth = 1;; nth++) {
        const reading = new Reading(client, size, until);
        await onPage?.([], true);
        try {
            for await (const rows of reading.pages(pages, mayLack))
                await onPage?.(rows, false);
            return reading.list;
        }
        catch (error) {
            if (!(error instanceof Unfinished))
                throw error;
            const { extent, smaller } = error;
            if (smaller === undefined || nth === MAX_READINGS) {
                reading.list.extent = extent;
                return reading.list;
            }
            size = smaller;
        }
    }
}
/**
 * Reads the list, at most as far as a push, to see that the token works and that the address is that of the API.
 *
 * @throws {ActionError} where its first page cannot be read.
 */
async function checkList(client) {
    await client.listPage([FIRST_PAGE, 1], list_parsePage, performance.now() + PUSH.time);
    return readList(client, PUSH, undefined, () => true);
}
/** Ends a reading before its time. */
class Unfinished extends Error {
    extent;
    /** With pages of so many rows, another reading may show more. */
    smaller;
    constructor(extent, smaller) {
        super();
        this.extent = extent;
        this.smaller = smaller;
    }
}
/** One reading, with pages of one size. */
class Reading {
    list = new KnowledgeList();
    #client;
    #size;
    /** By `performance.now()`. */
    #until;
    /** How many entries the service names. */
    #total;
    constructor(client, size, until) {
        this.#client = client;
        this.#size = size;
        this.#until = until;
    }
    /**
     * Yields the rows of each page that shows something new, and sets how far the list was read.
     *
     * @throws {Unfinished}
     */
    async *pages(most, mayLack) {
        const { list } = this;
        let isEnd = false;
        let last = this.#size;
        for (let number = FIRST_PAGE, read = 0; number < FIRST_PAGE + most && !isEnd; number++) {
            const { rows, total } = await this.#page(number, this.#size);
            isEnd = rows.length === 0;
            if (isEnd) {
                await this.#requireUncut(last, read);
                continue;
            }
            // More rows follow a page that was not full: the service shows fewer than it was asked for.
            if (last < this.#size)
                throw this.#differ(last);
            last = rows.length;
            read += last;
            this.#compareTotal(total, last);
            if (list.add(rows) === 0)
                throw this.#broken('the list repeats a page');
            yield rows;
            if (list.isFull)
                throw this.#broken('it is larger than a run can hold');
        }
        if (mayLack(list) || this.#lacks) {
            const { rows } = await this.#page(FIRST_PAGE - 1, this.#size, () => true);
            if (list.add(rows) > 0) {
                // Counted from zero, the row after this page has the number of the last one.
                await this.#requireUncut(rows.length, rows.length - 1);
                yield rows;
            }
        }
        if (isEnd && this.#lacks)
            throw this.#broken(`the list names ${this.#total} entries and shows ${list.size}`);
        list.extent = { kind: isEnd ? 'complete' : 'bounded' };
    }
    /** Whether it shows fewer entries than the service names. */
    get #lacks() {
        return (this.#total ?? 0) > this.list.size;
    }
    /** @param isRefusal tells errors that mean a page without rows. */
    async #page(number, size, isRefusal = () => false) {
        try {
            return await this.#client.listPage([number, size], list_parsePage, this.#until);
        }
        catch (error) {
            if (!(error instanceof RequestError) || error === this.#client.ended)
                throw error;
            if (isRefusal(error))
                return { rows: [] };
            const smaller = error.tooLarge ? PAGE_SIZES.find((each) => each < size) : undefined;
            const why = `page ${number} of the list cannot be read (${error.message.replace(/\.$/, '')})`;
            throw this.#broken(why, error, smaller);
        }
    }
    /**
     * Some services show fewer rows than they are asked for, and skip the others: then the row after the last page is there.
     *
     * @param rows of the last page.
     * @param read rows in all.
     */
    async #requireUncut(rows, read) {
        if (rows >= this.#size)
            return;
        const { rows: next } = await this.#page(read + 1, 1, ({ tooLarge }) => tooLarge);
        if (this.list.add(next) > 0)
            throw this.#differ(rows);
    }
    /** Some services name the rows of the page instead of all: then there is nothing to compare. */
    #compareTotal(total = 0, rows) {
        if (total <= rows)
            return;
        if (this.#total !== undefined && this.#total !== total)
            throw this.#broken('the list changed while it was read');
        this.#total = total;
    }
    #differ(rows) {
        return this.#broken('the pages of the list differ in size', undefined, rows);
    }
    #broken(why, error, smaller) {
        const kind = this.list.size > 0 ? 'partial' : 'unreadable';
        return new Unfinished({ kind, why, ...(error && { error }) }, smaller);
    }
}

;// CONCATENATED MODULE: ./src/sync/retirement-note.ts



const TITLE = '**This runbook is retired. Do not follow it.**';
/** Ends the note. A hash of what stands before tells whether somebody has edited it. */
const MARKER = /\n<!-- runbook-sync: retired ([0-9a-f]{16}) -->\s*$/;
/** The note that replaces the text of a retired entry. Paths and names stand in code spans, in which nothing is markup. */
function retirementNote(orphan, { repository, serverUrl, ref, commit, date }) {
    const { path, reason, replacement } = orphan;
    const link = `[\`${(0,src_event/* shortId */.m_)(commit)}\`](${serverUrl}/${repository}/commit/${commit})`;
    const instead = replacement === undefined
        ? `Look in \`${repository}\` for what replaces it.`
        : `Use ${codeSpan(replacement.name)} instead (\`${repository}\`, ${codeSpan(replacement.path)}).`;
    const text = `${TITLE}\n\nIts runbook ${codeSpan(path)} ${reason} as of commit ${link} of ${date} ` +
        `(branch ${codeSpan((0,src_event/* shortRef */.m3)(ref))} of \`${repository}\`). ${instead}\n`;
    return `${text}\n<!-- runbook-sync: retired ${digestOf(text)} -->\n`;
}
/** Whether a text is such a note, unedited. */
function isRetirementNote(content) {
    const found = MARKER.exec(content);
    return found !== null && digestOf(content.slice(0, found.index)) === found[1];
}
/** Without blanks, which services change. */
function digestOf(text) {
    return (0,external_node_crypto_.hash)('sha256', composed(text).replace(/\s+/g, ''), 'hex').slice(0, 16);
}
/** A code span for any text: its fence is longer than every run of backticks in it (CommonMark 0.31, 6.1). */
function codeSpan(text) {
    const line = text.replace(/\s+/g, ' ');
    const longest = (line.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
    const fence = '`'.repeat(longest + 1);
    return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

;// CONCATENATED MODULE: ./src/sync/compare.ts





/**
 * Reads the list and compares its texts with the runbooks to be sent. Saves each text that Git does not know: somebody may
 * have written it in the assistant, and the upsert would destroy it.
 */
async function compareWithList({ client, saved }, reader, { send: items, named }, { changes, bounds }) {
    const found = new Rows(items, reader, saved);
    const list = await readList(client, bounds, async (page, isStart) => {
        if (isStart)
            await found.clear();
        for (const entry of page)
            await found.add(entry);
    }, 
    // A full sync counts all entries.
    (shown) => changes.kind === 'full' || named.some(({ name }) => !shown.has(name)));
    const rows = found.counting();
    const unknown = rows.filter(({ isKnown }) => !isKnown);
    const { known, prefixes } = await readEarlier(unknown, allEarlierTexts(changes), reader);
    const cutTo = cutLength(rows, prefixes);
    const differing = unknown.filter((row) => !known.has(row) || cutTo === row.length);
    await found.discardExcept(differing);
    const outdated = new Set(rows.filter(({ isCurrent }) => !isCurrent).map(({ item }) => item));
    // A service that tells names apart by case has no entry of the runbook yet.
    const equal = rows
        .filter(({ item, name }) => isSpelledLike(name, item.name))
        .flatMap(({ item }) => (outdated.has(item) ? [] : item));
    return {
        list,
        equal: new Set(cutTo === undefined ? equal : []),
        differing: differing.map((row) => ({
            item: row.item,
            file: row.file,
            isCut: cutTo !== undefined && prefixes.has(row)
        })),
        cutTo
    };
}
/** What one reading of the list shows under the names of runbooks. */
class Rows {
    #reader;
    #saved;
    #byName;
    #byFoldedName;
    /** By name and text: a list may repeat a page. */
    #rows = new Map();
    constructor(items, reader, saved) {
        this.#reader = reader;
        this.#saved = saved;
        this.#byName = new Map(items.map((item) => [item.name, item]));
        this.#byFoldedName = new Map(items.map((item) => [foldName(item.name), item]));
    }
    async add({ name, content }) {
        const item = this.#byName.get(name) ?? this.#byFoldedName.get(foldName(name));
        if (item === undefined || content === undefined)
            return;
        const hash = textHash(content);
        const key = `${hash} ${name}`;
        if (this.#rows.has(key))
            return;
        const { length } = content;
        const current = (await this.#reader.text(item)) ?? '';
        const isCurrent = hash === textHash(current);
        const isKnown = isCurrent || isRetirementNote(content) || (await this.#reader.differsBySource(item, content));
        // Saved at once: memory does not hold a knowledge base.
        const file = isKnown ? '' : await this.#saved.save(item.path, name, content);
        const isPrefix = isBeginning({ hash, length }, current);
        this.#rows.set(key, { item, name, hash, length, isKnown, isCurrent, isPrefix, file });
    }
    /** Without those whose name is only similar, where there is one with an equal name. */
    counting() {
        const isExact = ({ item, name }) => name === item.name;
        const rows = [...this.#rows.values()];
        const exact = new Set(rows.filter(isExact).map(({ item }) => item));
        return rows.filter((row) => isExact(row) || !exact.has(row.item));
    }
    async clear() {
        await this.discardExcept([]);
        this.#rows.clear();
    }
    /** Removes the saved texts of the other rows. */
    async discardExcept(kept) {
        const files = new Set(kept.map(({ file }) => file));
        for (const { file } of this.#rows.values())
            if (file !== '' && !files.has(file))
                await removeTemporary(file);
    }
}
/** Which of the rows are earlier texts of their runbooks, and which are the beginning of one, or of the current text. */
async function readEarlier(rows, earlier, reader) {
    const known = new Set();
    const prefixes = new Set(rows.filter(({ isPrefix }) => isPrefix));
    const byName = Map.groupBy(rows, ({ item }) => item.name);
    if (rows.length > 0)
        await reader.prefetch(earlier);
    for (const file of rows.length === 0 ? [] : earlier) {
        const found = await reader.earlierText(file, byName);
        for (const row of byName.get(found?.name ?? '') ?? []) {
            if (row.hash === textHash(found?.text ?? ''))
                known.add(row);
            if (isBeginning(row, found?.text ?? ''))
                prefixes.add(row);
        }
    }
    return { known, prefixes };
}
function isBeginning({ hash, length }, text) {
    return text.length > length && length > 0 && textHash(text.slice(0, length)) === hash;
}
/** Texts of two entries that end after as many characters as no other text exceeds. */
function cutLength(rows, prefixes) {
    const longest = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const cut = [...prefixes];
    const isCut = cut.length >= 2 && cut.every(({ length }) => length === longest);
    return isCut ? longest : undefined;
}
/** Whether Git knows the text that the list shows for a name. */
async function isKnownText(list, name, texts, reader) {
    const entry = list.find(name);
    if (entry?.count !== 1 || !isSpelledLike(list.nameOf(name) ?? '', name))
        return false;
    await reader.prefetch(texts);
    for (const file of texts) {
        const known = await reader.earlierText(file, new Set([name]));
        if (known !== undefined && entry.hash === textHash(known.text))
            return true;
    }
    return false;
}

;// CONCATENATED MODULE: ./src/sync/inventory.ts
/**
 * What the knowledge base held before the run; undefined where the list does not show all of it, or a
 * runbook cannot be read: its entry would count as one without a runbook.
 *
 * @param work of all runbooks.
 * @param showsNames whether names of entries without a runbook may be published.
 */
function inventoryOf({ list, equal, cutTo }, { send, notSent, isNameInUse }, showsNames, token) {
    if (!list.isComplete)
        return undefined;
    if (notSent.some(({ outcome, name }) => outcome === 'refused' && name === undefined))
        return undefined;
    const rows = (names) => names.reduce((sum, name) => sum + (list.find(name)?.count ?? 0), 0);
    const names = [...list.names];
    const showsTexts = list.showsTexts && cutTo === undefined;
    const differing = send.filter((item) => !equal.has(item)).map(({ name }) => name);
    return {
        entries: list.size,
        isComplete: true,
        differing: showsTexts ? rows(differing) : 0,
        withoutRunbook: list.size - rows(names.filter(isNameInUse)),
        names: showsNames ? names.filter((name) => !isNameInUse(name)).map((name) => token?.redact(name) ?? name) : []
    };
}

;// CONCATENATED MODULE: ./src/sync/orphans.ts

/** What happened to a runbook, in words that follow "Its runbook". */
const REASONS = {
    removed: 'was removed',
    moved: 'was moved',
    renamed: 'was given another name',
    excluded: 'was taken out of the knowledge base',
    unselected: 'was moved out of `files`'
};
const DELETE_ENTRY = 'Delete its entry in the assistant.';
/**
 * The names that earlier texts had and no selected runbook has: some run may have created their entries.
 *
 * @param named the selected runbooks.
 * @param current what became of the selected files at the tip, by path.
 */
async function findOrphans({ changed, removed, selected: { unselected } }, named, current, reader) {
    const texts = [...changed, ...removed].flatMap((file) => earlierTextsOf(file).map((text) => ({ ...text, wasDelivered: text.id === file.before })));
    const nameAt = new Map(named.map(({ path, name }) => [path, name]));
    const inUse = new Set(nameAt.values());
    const isNew = changed.filter(({ before, skippable }) => before === undefined && !skippable);
    const added = new Map(isNew.map(({ id, path }) => [id, path]));
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
        const outside = movedTo === undefined ? (unselected.get(id) ?? known?.unselected) : undefined;
        known?.texts.push({ path, id });
        orphans.set(name, {
            name,
            path,
            texts: known?.texts ?? [{ path, id }],
            reason: reasonFor(now, movedTo, outside),
            unselected: outside,
            certain: known?.certain === true || wasDelivered,
            replacement: movedTo === undefined || nameNow === undefined ? known?.replacement : { path: movedTo, name: nameNow }
        });
    }
    return [...orphans.values()];
}
function reasonFor(now, movedTo, outside) {
    if (now !== undefined)
        return now.kind === 'runbook' ? REASONS.renamed : REASONS.excluded;
    if (movedTo !== undefined)
        return REASONS.moved;
    return outside === undefined ? REASONS.removed : REASONS.unselected;
}
/**
 * Reports the orphaned entries that exist. Without a complete list, these are also those that an earlier run certainly
 * delivered.
 *
 * @returns them.
 */
function reportOrphans(orphans, { list, isNameInUse, hasRefused, removed, isPlan }, findings) {
    const exists = ({ name, certain }) => list?.find(name) !== undefined || (certain && list?.isComplete !== true);
    const hint = ({ name, unselected }) => {
        if (unselected !== undefined)
            return 'Keep its entry.';
        if (removed === 'retire')
            return 'To be retired after everything else was delivered.';
        if (isNameInUse(name))
            return 'Another runbook has nearly the same name: delete its entry only if the assistant shows two.';
        if (hasRefused)
            return 'Keep its entry until all runbooks are delivered.';
        return isPlan ? 'After the merge, delete its entry in the assistant.' : DELETE_ENTRY;
    };
    const found = orphans.filter(exists);
    for (const orphan of found) {
        findings.setEntry(orphaned(orphan, hint(orphan)));
        const { path, unselected } = orphan;
        if (unselected === undefined)
            continue;
        const message = `${path} was moved to ${unselected}, which \`files\` does not select: changes no longer arrive. Add a pattern for it, or move it back.`;
        findings.diagnose({ level: 'warning', path: unselected, message });
    }
    return found;
}
/** @param more what becomes of the entry. */
function orphaned({ path, name, reason, replacement, unselected }, more) {
    const place = replacement === undefined ? unselected : `${replacement.path} (“${replacement.name}”)`;
    return {
        path,
        name,
        outcome: 'orphaned',
        reason: `Its runbook ${reason}${place === undefined ? '' : `, now ${place}`}. ${more}`.trimEnd()
    };
}

;// CONCATENATED MODULE: ./src/sync/broken-links.ts
/** Links of one run that are checked, so that memory is bounded. */
const MAX_LINKS = 20_000;
/** Collects the targets of relative links and finds those that do not exist. */
class BrokenLinks {
    #links = new Map();
    #count = 0;
    /** Adds the targets of a runbook once: its text may be converted twice. */
    add(runbook, targets) {
        const checked = targets.slice(0, MAX_LINKS - this.#count);
        if (checked.length === 0 || this.#links.has(runbook))
            return;
        this.#count += checked.length;
        this.#links.set(runbook, checked);
    }
    /** A warning for each link whose target `commit` lacks. */
    async find(source, commit) {
        const links = [...this.#links].flatMap(([path, targets]) => targets.map((target) => ({ path, target })));
        const missing = await source.missing(commit, new Set(links.map(({ target }) => target.path)));
        return links
            .filter(({ target }) => missing.has(target.path))
            .map(({ path, target }) => {
            const message = `The link target ${target.path} does not exist. Correct the link, or add the file.`;
            return { level: 'warning', path, line: target.line, message };
        });
    }
}

;// CONCATENATED MODULE: ./src/sync/reader.ts



/** Files that are read at a time: enough to keep the pipe to Git full. */
const READERS = 16;
/** Bytes of texts that are kept, so that a runbook is read once; a full sync of more reads the rest again. */
const MAX_CACHE = 16 * 1024 * 1024;
/** Reads runbooks and keeps those that will be sent. */
class RunbookReader {
    /** Of the texts that were converted. */
    #links = new BrokenLinks();
    /** Of the same texts, by path. */
    #warnings = new Map();
    #keys = new Set();
    #source;
    #options;
    #cache = new Map();
    #cached = 0;
    constructor(source, options) {
        this.#source = source;
        this.#options = options;
    }
    /** Makes files readable at once that a partial clone lacks. */
    async prefetch(files) {
        await this.#source.prefetch(new Set(files.map(({ id }) => id)));
    }
    /** The text of an entry; undefined where its file changed while the job ran. */
    async text({ name, ...file }) {
        const result = await this.#read(file);
        if (result.kind !== 'runbook' || result.name !== name)
            return undefined;
        const { content, targets, warnings } = result.convert();
        this.#links.add(file.path, targets);
        this.#warnings.set(file.path, warnings);
        return content;
    }
    /** Whether texts are equal, but for the line that `source-link` adds. */
    async differsBySource(item, content) {
        const { withoutSource } = await Promise.all(/* import() */[__webpack_require__.e(497), __webpack_require__.e(6)]).then(__webpack_require__.bind(__webpack_require__, 9006));
        const [own, other] = [(await this.text(item)) ?? '', content].map((text) => textHash(withoutSource(text, item.path, this.#options)));
        return own === other;
    }
    /** What the authors of the converted texts have to know. */
    async problems({ kind, tip }) {
        const warnings = [...this.#warnings].flatMap(([path, messages]) => messages.map((message) => ({ level: 'warning', path, message })));
        const { frontMatter } = this.#options;
        const unused = typeof frontMatter === 'string' ? [] : frontMatter.filter((key) => !this.#keys.has(key));
        if (kind === 'full' && unused.length > 0) {
            const keys = (0,wording/* listed */.KE)(unused.map((key) => (0,wording/* quoted */.TL)(key)));
            warnings.push({
                level: 'warning',
                message: `No runbook has ${keys} in its front matter (input \`front-matter\`).`
            });
        }
        return [...warnings, ...(await this.#links.find(this.#source, tip))];
    }
    /** The name and text that an earlier file gave; undefined where it was no runbook of one of these names. */
    async earlierText(file, names) {
        const result = await this.#read(file);
        if (result.kind !== 'runbook' || !names.has(result.name))
            return undefined;
        return { name: result.name, text: result.convert().content };
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
                const result = await this.#read(file, keep(file));
                readings[at] = [file, result.kind === 'runbook' ? { kind: 'runbook', name: result.name } : result];
            }
        };
        await Promise.all(Array.from({ length: READERS }, work));
        return readings;
    }
    async #read(file, keep = false) {
        // Links are relative to the path, so that one text can be two runbooks.
        const key = `${file.id} ${file.path}`;
        const known = this.#cache.get(key);
        if (known !== undefined)
            return known;
        // A push that changes no runbook needs no parser.
        const { readRunbook } = await Promise.all(/* import() */[__webpack_require__.e(497), __webpack_require__.e(6)]).then(__webpack_require__.bind(__webpack_require__, 9006));
        const content = await this.#source.read(file, this.#options.maxBytes);
        const result = readRunbook(file.path, content, this.#options);
        if (result.kind === 'runbook')
            for (const key of result.keys)
                this.#keys.add(key);
        const size = content.kind === 'bytes' ? content.bytes.length : 0;
        if (keep && this.#cached + size <= MAX_CACHE) {
            this.#cached += size;
            this.#cache.set(key, result);
        }
        return result;
    }
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

;// CONCATENATED MODULE: ./src/sync/settle.ts



/** Differences that are computed; the summary shows no more. */
const MAX_DIFFERENCES = 20;
const ADOPT_OR_DISCARD = 'To keep the edit, push a commit in which the runbook has exactly the text of the assistant, then make further ' +
    'changes. To discard it, remove `manual-edits: refuse` from the workflow, push, and add it again.';
const SAVE_ONCE = 'To save the text and replace it, run once with `manual-edits: save`.';
const LIST_NEEDED = '`manual-edits: refuse` needs a list that shows all texts. Run the job again if the list failed; use `manual-edits: save` if ' +
    'the service shows no texts.';
/**
 * Reports what the list shows: entries with the current text, texts that would be lost, names with several entries.
 *
 * @returns the runbooks that are left to send.
 */
async function settle(comparison, { send: items }, { changes, manualEdits, isPlan, showsTexts }, { reader, saved, findings }) {
    const { list, equal, differing, cutTo } = comparison;
    for (const diagnostic of limitsOf(list, items, cutTo))
        findings.diagnose(diagnostic);
    const settled = new Set();
    for (const item of items) {
        if (!item.skippable || !equal.has(item))
            continue;
        settled.add(item);
        findings.setRunbook({ path: item.path, name: item.name, outcome: 'unchanged', reason: '' });
    }
    const refuses = manualEdits === 'refuse';
    let shown = 0;
    const edits = [];
    for (const text of differing) {
        const { item, isCut } = text;
        const isAttributed = changes.isAttributable && !isCut;
        const mayShow = showsTexts && shown++ < MAX_DIFFERENCES;
        const now = mayShow ? await reader.text(item) : undefined;
        const difference = now === undefined ? undefined : differenceOf(await saved.read(text.file), now);
        const file = refuses || isPlan ? '' : text.file;
        edits.push({ path: item.path, name: item.name, isAttributed, replaced: !refuses, file, difference });
        if (refuses) {
            settled.add(item);
            findings.setRunbook(refused(item, isAttributed));
        }
        else if (isAttributed) {
            findings.diagnose(warning(text, isPlan));
        }
    }
    if (refuses || isPlan)
        await saved.discard();
    findings.addEdits(edits, edits.some(({ file }) => file !== '') ? saved.folder : '');
    const unattributed = edits.filter(({ isAttributed, replaced }) => replaced && !isAttributed).length;
    if (unattributed > 0)
        findings.diagnose(unattributedWarning(unattributed, isPlan ? '' : saved.folder));
    for (const item of refuses ? items : []) {
        if (settled.has(item) || isShown(comparison, item))
            continue;
        settled.add(item);
        const why = 'why' in list.extent ? `: ${list.extent.why}` : '';
        const reason = `The list does not show whether somebody edited the entry “${item.name}”${why}.`;
        findings.setRunbook({ path: item.path, name: item.name, outcome: 'refused', reason, hint: LIST_NEEDED });
    }
    return items.filter((item) => !settled.has(item));
}
/** What the list cannot show, once each. */
function* limitsOf(list, items, cutTo) {
    const { extent } = list;
    const notShown = items.filter(({ name }) => !list.has(name)).length;
    if (extent.kind === 'unreadable') {
        const message = `Edits by hand in the assistant are not seen, and nothing is verified: ${extent.why}.`;
        yield { level: 'notice', message };
    }
    else if (extent.kind === 'partial') {
        const message = `Edits by hand in the assistant are seen in a part of the list only, and nothing is verified: ${extent.why}.`;
        yield { level: 'notice', message };
    }
    else if (extent.kind === 'bounded' && notShown > 0) {
        const message = `Of ${(0,wording/* count */.U9)(items.length, 'runbook')} to be sent, ${notShown} are not on the ${PUSH.pages} pages of the list that a push reads: edits of their entries are not seen.`;
        yield { level: 'notice', message };
    }
    else if (list.size > 0 && !list.showsTexts) {
        yield { level: 'notice', message: 'Edits by hand in the assistant are not seen: the list shows no texts.' };
    }
    if (cutTo !== undefined) {
        const message = `The list cuts texts to ${(0,wording/* count */.U9)(cutTo, 'character')}: edits by hand are saved as far as it shows them, and no runbook is skipped or verified by its text.`;
        yield { level: 'warning', message };
    }
    const several = items.filter(({ name }) => (list.find(name)?.count ?? 0) > 1).map(({ name }) => `“${name}”`);
    if (several.length > 0) {
        const message = `The knowledge base has several entries named ${(0,wording/* listed */.KE)(several)}. Remove the outdated ones in the assistant.`;
        yield { level: 'warning', message };
    }
}
function refused({ path, name }, isAttributed) {
    const reason = isAttributed
        ? `Somebody edited the entry “${name}” in the assistant.`
        : `The entry “${name}” has another text, and no delivery is recorded that tells who wrote it.`;
    return { path, name, outcome: 'refused', reason, hint: isAttributed ? ADOPT_OR_DISCARD : SAVE_ONCE };
}
function warning({ item: { path, name }, file }, isPlan) {
    const effect = isPlan
        ? 'A sync would replace the edit.'
        : `The run replaces the edit, and saves it until the job ends as ${file}.`;
    return { level: 'warning', path, message: `Somebody edited the entry “${name}” in the assistant. ${effect}` };
}
function unattributedWarning(number, folder) {
    const entries = number === 1 ? 'One entry has' : `${number} entries have`;
    const what = `${entries} another text than the runbook, and no delivery is recorded that tells who wrote it.`;
    const effect = folder === '' ? 'A sync would replace it.' : `The run saves it below ${folder} on this machine, and replaces it.`;
    return { level: 'warning', message: `${what} ${effect}` };
}
/** Whether a list proves that no text would be lost: it shows a text of the runbook, or that there is no entry. */
function isShown({ list, cutTo }, { name }) {
    const entry = list.find(name);
    return list.isComplete && cutTo === undefined && (entry === undefined || entry.hash !== undefined);
}

;// CONCATENATED MODULE: ./src/sync/worklist.ts





/**
 * Decides what becomes of every runbook. Reads the names of all selected runbooks, not only of the changed ones: the
 * service keeps one entry a name, so that the second of two with one name would silently replace the first.
 */
async function makeWorkList(changes, reader) {
    const { selected, changed, removed } = changes;
    // A base has no refused runbooks, so unchanged runbooks need no check.
    if (changed.length === 0 && removed.length === 0)
        return EMPTY;
    await reader.prefetch([...selected.files, ...allEarlierTexts(changes)]);
    const changedPaths = new Map(changed.map((file) => [file.path, file]));
    const readings = await reader.names(selected.files, ({ path }) => changedPaths.has(path));
    const named = [];
    const notSent = [];
    for (const [file, reading] of readings) {
        if (reading.kind === 'runbook') {
            named.push({ ...file, name: reading.name });
        }
        else if (changedPaths.has(file.path)) {
            const { kind: outcome, ...why } = reading;
            notSent.push({ path: file.path, outcome, ...why });
        }
    }
    const groups = Map.groupBy(named, ({ name }) => foldName(name));
    const unique = [];
    for (const group of groups.values()) {
        if (group.length === 1)
            unique.push(...group);
        else if (group.some(({ path }) => changedPaths.has(path)))
            notSent.push(...group.map((item) => duplicate(item, group)));
    }
    const send = unique.flatMap((item) => {
        const file = changedPaths.get(item.path);
        return file === undefined ? [] : [{ ...item, skippable: file.skippable }];
    });
    const orphans = await findOrphans(changes, named, new Map(readings.map(([{ path }, reading]) => [path, reading])), reader);
    return { send, notSent, orphans, named: unique, isNameInUse: (name) => groups.has(foldName(name)) };
}
/**
 * Reports what is not sent and what is going to be: if the run ends early, these outcomes stay.
 *
 * @param intended what a runbook is until it is sent.
 */
function reportWorkList({ send, notSent }, intended, findings) {
    for (const outcome of notSent) {
        findings.setRunbook(outcome);
        const { path, reason, hint } = outcome;
        if (outcome.outcome !== 'skipped' || hint === undefined)
            continue;
        findings.diagnose({ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` });
    }
    for (const { path, name } of send)
        findings.setRunbook({ path, name, ...intended });
}
const EMPTY = { send: [], notSent: [], orphans: [], named: [], isNameInUse: () => false };
/** Names three others at most: the message of each of 20,000 duplicates must not grow with their number. */
function duplicate({ path, name }, group) {
    const near = group.slice(0, 4).filter((other) => other.path !== path);
    const others = near.slice(0, 3);
    const more = group.length - 1 - others.length;
    const shown = others.map((other) => other.path).join(', ') + (more > 0 ? ` and ${(0,wording/* format */.GP)(more)} more` : '');
    const isSame = others.every((other) => other.name === name);
    const spelling = isSame ? '' : ' (the names differ in case, blanks or Unicode form only)';
    const exclusion = exclusionOf(path);
    const leaveOut = exclusion === undefined ? '' : `, or leave this one out by the line \`${exclusion}\` at the end of \`files\``;
    return {
        ...{ path, name, outcome: 'refused', isDuplicate: true },
        reason: `Its name “${name}” is also that of ${shown}${spelling}: one entry would replace the other.`,
        hint: `Set \`entry-name: '{dir}: {title}'\`, or give it a \`title\` of its own in the front matter${leaveOut}.`
    };
}

;// CONCATENATED MODULE: ./src/sync/preview.ts







/** Says what a sync would do, with what the list shows where there is a client. */
async function preview({ changes, inputs: { manualEdits, removed, token }, source, options, service, job, findings }) {
    findings.addChanges(changes);
    const reader = new RunbookReader(source, options);
    const work = await makeWorkList(changes, reader);
    reportWorkList(work, { outcome: 'planned', reason: '' }, findings);
    let comparison;
    let rest = work.send;
    if (service !== undefined && work.send.length + work.orphans.length > 0) {
        comparison = await compareWithList(service, reader, work, { changes, bounds: WHOLE });
        requireSetup(comparison.list.extent);
        if (changes.kind === 'full')
            findings.inventory = inventoryOf(comparison, work, job.isPrivate, token);
        const settling = { changes, manualEdits, isPlan: true, showsTexts: job.isPrivate };
        rest = await settle(comparison, work, settling, { reader, saved: service.saved, findings });
    }
    for (const item of rest) {
        // Collects the links.
        await reader.text(item);
        const { path, name } = item;
        findings.setRunbook({ path, name, outcome: 'planned', reason: effectOn(item, comparison) });
    }
    const { isNameInUse, notSent } = work;
    const hasRefused = notSent.some(({ outcome }) => outcome === 'refused');
    reportOrphans(work.orphans, { list: comparison?.list, isNameInUse, hasRefused, removed, isPlan: true }, findings);
    for (const diagnostic of await reader.problems(changes))
        findings.diagnose(diagnostic);
}
/** What stays wrong until somebody corrects the workflow. People look at the pull request that sets it up. */
const SETUP = ['forbidden', 'wrong-address', 'unreachable'];
function requireSetup(extent) {
    if (extent.kind === 'unreadable' && extent.error !== undefined && SETUP.includes(extent.error.kind))
        throw extent.error;
}
function effectOn(item, comparison) {
    if (comparison === undefined)
        return '';
    const { list, differing } = comparison;
    if (differing.some((text) => text.item === item))
        return 'Would replace another text, which Git or the records do not explain.';
    if (list.find(item.name) !== undefined)
        return 'Updates its entry.';
    return list.isComplete ? 'A new entry.' : '';
}

;// CONCATENATED MODULE: ./src/changes/tip.ts



/** Seconds between two questions while GitHub may answer from a copy that a push has not reached: 15 in all. */
const WAITS = [1, 2, 4, 8];
/**
 * The head of a branch, which is `commit` or a descendant of it; of a tag, its commit, which is `commit`.
 *
 * @param commit the commit of the job, or the one that was delivered last.
 * @throws {ActionError} of kind `github` where GitHub does not say; of kind `branch-moved` where it is another commit.
 */
async function findTip(github, { trigger }, ref, commit) {
    // The head before a forced push is no ancestor of the commit, but it and its ancestors are older answers, too.
    const replaced = trigger.kind === 'push' && trigger.forced ? trigger.before : undefined;
    const relationOf = async (tip) => {
        if (ref.startsWith('refs/tags/'))
            return 'behind';
        // Both exist: GitHub has not heard of one of them yet where it does not know it.
        const isReplaced = replaced !== undefined && (await descends(github, replaced, tip)) !== false;
        const relation = isReplaced ? 'behind' : ((await github.compare(commit, tip)) ?? 'behind');
        return relation === 'identical' ? 'ahead' : relation;
    };
    for (let attempt = 0;; attempt++) {
        const ids = await github.headOf(ref);
        const tip = ids.at(-1) ?? '';
        if (ids.includes(commit))
            return tip;
        const relation = await relationOf(tip);
        if (relation === 'ahead')
            return tip;
        if (relation === 'diverged') {
            throw movedError(ref, `was reset to ${(0,src_event/* shortId */.m_)(tip)}, which does not contain ${(0,src_event/* shortId */.m_)(commit)}`);
        }
        const wait = WAITS[attempt];
        if (wait === undefined)
            throw movedError(ref, `is at ${(0,src_event/* shortId */.m_)(tip)}, which is older than ${(0,src_event/* shortId */.m_)(commit)} of this run`);
        await (0,external_node_timers_promises_.setTimeout)(wait * 1000);
    }
}
/** Whether `commit` is `ancestor` or a descendant of it; undefined where GitHub does not know one of them. */
async function descends(github, commit, ancestor) {
    if (commit === ancestor)
        return true;
    const relation = await github.compare(ancestor, commit);
    return relation && (relation === 'ahead' || relation === 'identical');
}
/** Asks again while an answer is old: so many times, at most 15 s in all. */
async function untilCurrent(ask, isOld, times = WAITS.length + 1) {
    for (let attempt = 1;; attempt++) {
        const answer = await ask();
        const wait = WAITS[attempt - 1];
        if (attempt === times || wait === undefined || !(await isOld(answer)))
            return answer;
        await (0,external_node_timers_promises_.setTimeout)(wait * 1000);
    }
}
function movedError(ref, how) {
    const what = ref.startsWith('refs/tags/') ? 'tag' : 'branch';
    return new errors/* ActionError */.lZ('branch-moved', `The ${what} ${(0,src_event/* shortRef */.m3)(ref)} ${how}.`, `The run of the push that moved the ${what} delivers it. If there is none, start the workflow by hand on the ${what}.`);
}

;// CONCATENATED MODULE: ./src/sync/recording.ts



/** Milliseconds. A record without a final status counts as ended after an hour. */
const RENEWAL = 50 * 60 * 1000;
/** How often GitHub is asked for a record that it has just made. */
const TIMES_ASKED = 4;
/** The records that a run makes: one for each commit that it delivers. Does nothing for `environment: none`. */
class Recording {
    #records;
    #runUrl;
    #diagnose;
    /** The keys of the records that this round made. */
    #keys = new Set();
    /** The id of the record that has no final status. */
    #id;
    #timer;
    #renewal = Promise.resolve();
    constructor(records, job, diagnose) {
        this.#records = records;
        this.#runUrl = `${job.serverUrl}/${job.repository}/actions/runs/${job.runId}`;
        this.#diagnose = diagnose;
    }
    /** What is known of earlier deliveries. */
    async known() {
        if (this.#records === undefined)
            return { kind: 'unrecorded' };
        try {
            return { kind: 'records', records: await this.#records.list() };
        }
        catch (error) {
            if (error instanceof github/* GitHubError */.y_)
                return { kind: 'unreadable', error };
            throw error;
        }
    }
    /**
     * Records that a commit is going to be delivered, before anything is written.
     *
     * @param onLoss gets the error where a long run can no longer be recorded, and must stop to write.
     * @returns what is known of other deliveries after that, those of earlier rounds included.
     * @throws {GitHubError} where it cannot be recorded.
     */
    async begin(commit, payload, onLoss) {
        const records = this.#records;
        if (records === undefined)
            return this.known();
        this.#keys.clear();
        // Renewals keep the key: what they belong to has begun with the first of them.
        const key = (0,external_node_crypto_.randomUUID)();
        this.#keys.add(key);
        const make = async () => {
            return records.make(commit, { ...payload, key });
        };
        this.#id = await make();
        this.#timer = setInterval(() => {
            this.#renewal = this.#renew(make).catch(onLoss);
        }, RENEWAL);
        const isOwn = (record) => this.#keys.has(record.payload?.key ?? '');
        const lacksOwn = (known) => known.kind === 'records' && !known.records.some(isOwn);
        const known = await untilCurrent(() => this.known(), lacksOwn, TIMES_ASKED);
        if (known.kind !== 'records')
            return known;
        if (!lacksOwn(known))
            return { kind: 'records', records: known.records.filter((record) => !isOwn(record)) };
        const error = new github/* GitHubError */.y_('GitHub does not show the record that this run has made.', 'Run the job again later.');
        return { kind: 'unreadable', error };
    }
    /** Sets the final status of the record; nothing is written after it. */
    async end(state, description) {
        clearInterval(this.#timer);
        await this.#renewal;
        await this.#mark(this.#id, state, description);
        this.#id = undefined;
    }
    async #renew(make) {
        const former = this.#id;
        this.#id = await make();
        await this.#mark(former, 'failure', 'Continues in a newer record.');
    }
    /** A record that stays open makes later runs compare with one more commit, and nothing else. */
    async #mark(id, state, description) {
        if (id === undefined)
            return;
        try {
            await this.#records?.mark(id, state, description, this.#runUrl);
        }
        catch (error) {
            if (!(error instanceof github/* GitHubError */.y_))
                throw error;
            const message = `${error.message} The next run checks again what this one delivered.`;
            this.#diagnose({ level: 'warning', message });
        }
    }
}

;// CONCATENATED MODULE: ./src/sync/saved-texts.ts





/** Windows reserves these names, with any ending. */
const RESERVED = /^(?:con|conin\$|conout\$|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i;
/** In UTF-16 units, each of up to three bytes. A file system allows 255 bytes. */
const MAX_SEGMENT = 60;
const MAX_SEGMENTS = 12;
/** Further texts of one runbook; longer than a segment, so that no path of a runbook can begin with it. */
const FURTHER = 'further-texts-of-runbooks-whose-name-has-several-entries-in-the-assistant';
/** Codes of errors where a file is in the place of the file or of one of its folders. */
const TAKEN = new Set(['EEXIST', 'EISDIR', 'ENOTDIR']);
/** Keeps texts of the knowledge base in files before they are replaced. */
class SavedTexts {
    /** Absolute path; empty before the first text. */
    folder = '';
    #parent;
    #token;
    #replacer;
    /** By path, the number of its last text, from 1. */
    #copies = new Map();
    /**
     * @param parent absolute path of the folder in which the folder of this run is made.
     * @param replacer what replaces the texts, for the comment in each file.
     */
    constructor(parent, token, replacer) {
        this.#parent = parent;
        this.#token = token;
        this.#replacer = replacer;
    }
    /**
     * Writes a text with a comment that says what it was, to the path of its runbook as far as the path is safe.
     *
     * @returns the absolute path.
     */
    async save(path, name, content) {
        try {
            this.folder ||= await (0,promises_.mkdtemp)((0,external_node_path_.join)(this.#parent, 'runbook-sync-overwritten-'));
            const text = this.#header(name) + this.#token.redact(content);
            for (let copy = this.#copies.get(path) ?? 1;; copy++) {
                this.#copies.set(path, copy);
                const file = (0,external_node_path_.join)(this.folder, ...(copy === 1 ? [] : [FURTHER, String(copy)]), safePath(path));
                if (await writeNew(file, text))
                    return file;
            }
        }
        catch (error) {
            throw new errors/* ActionError */.lZ('input', `The text of the entry “${name}” cannot be saved: ${(0,errors/* messageOf */.bD)(error)}.`, `Free space in ${this.#parent}, where the job saves texts before it replaces them, and run the job again.`, { cause: error });
        }
    }
    /** Removes what was saved and is not to be replaced. */
    async discard() {
        if (this.folder !== '')
            await removeTemporary(this.folder);
        this.folder = '';
        this.#copies.clear();
    }
    /** A saved text without the comment. */
    async read(file) {
        const text = await (0,promises_.readFile)(file, 'utf8');
        return text.slice(text.indexOf('\n') + 1);
    }
    #header(name) {
        const entry = JSON.stringify(name).replace(/[<>-]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`);
        return `<!-- The entry ${entry} before ${this.#replacer} replaced it, ${new Date().toISOString()} -->\n`;
    }
}
/** Writes a file. False where another has its name, also one that differs in case on some systems. */
async function writeNew(file, text) {
    try {
        await (0,promises_.mkdir)((0,external_node_path_.dirname)(file), { recursive: true });
        await (0,promises_.writeFile)(file, text, { flag: 'wx' });
        return true;
    }
    catch (error) {
        if (TAKEN.has(error.code ?? ''))
            return false;
        throw error;
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
    const safe = segment.toWellFormed().replace(/[<>:"|?*\\\p{Cc}]|^\.+$|[. ]+$/gu, '_');
    return (RESERVED.test(safe) || safe === '' ? `_${safe}` : safe).slice(0, MAX_SEGMENT).toWellFormed();
}

;// CONCATENATED MODULE: ./src/sync/selection.ts


const SKIPPED = {
    symlink: 'it is a symbolic link, which Runbook Sync never follows',
    submodule: 'it is a submodule, whose files are in another repository',
    'not UTF-8': 'its name is not UTF-8',
    'special file': 'it is not a regular file'
};
/**
 * Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong.
 *
 * @throws {ActionError} of kind `input` where nothing is selected: no run may be green while runbooks do not arrive.
 */
function reportSelection({ kind, selected: { files, skipped, total } }, patterns, findings) {
    for (const { path, reason } of skipped) {
        findings.diagnose({ level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` });
    }
    if (files.length === 0) {
        throw (0,errors/* inputError */.Xu)('files', `matches no file: ${(0,wording/* listed */.KE)(patterns.lines.map((pattern) => (0,wording/* quoted */.TL)(pattern, 80)))}. ${(0,wording/* count */.U9)(total, 'file')} looked at.`, 'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
            'stays inside a folder, and `**` does not.');
    }
    for (const line of kind === 'full' ? patterns.unused : []) {
        const message = `The pattern ${(0,wording/* quoted */.TL)(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`;
        findings.diagnose({ level: 'warning', message });
    }
}

// EXTERNAL MODULE: ./src/report/verdict.ts
var verdict = __webpack_require__(687);
;// CONCATENATED MODULE: ./src/sync/deliver.ts



/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC = ['forbidden', 'wrong-address', 'unreachable'];
/** Why a runbook is pending. */
const RUN_ENDED = 'The run ended before it was delivered.';
/**
 * Sends entries. The failure of one is its outcome; a failure that concerns all ends the run: a rejected token, a
 * cancellation, no success for too long, or, before the first success, answers to all entries or to twice `concurrency`
 * of them that say that the address or the permission is wrong.
 *
 * @returns the items that were accepted, in this order.
 * @throws {ActionError} that ended the run.
 */
async function deliver({ client, concurrency, items, textOf, onSent, first }) {
    const accepted = [];
    /** Systemic failures before the first success. */
    const early = [];
    const send = async (item) => {
        const sent = await sendOne(client, item, textOf);
        if (sent.kind === 'accepted')
            accepted.push(item);
        if (sent.kind === 'failed' && accepted.length === 0 && isSystemic(sent.error)) {
            early.push({ item, error: sent.error });
            if (early.length >= 2 * concurrency)
                client.end(sent.error);
        }
        else {
            onSent(item, sent);
        }
    };
    const probes = (first?.items ?? []).values();
    for (const item of probes) {
        await send(item);
        if (!accepted.includes(item))
            continue;
        await first?.check(item);
        break;
    }
    const isProbe = new Set(first?.items);
    const others = items.filter((item) => !isProbe.has(item)).values();
    const work = async () => {
        for (const item of probes)
            await send(item);
        for (const item of others)
            await send(item);
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    const [failure] = early;
    if (failure !== undefined && early.length === items.length)
        client.end(failure.error);
    for (const { item, error } of early) {
        onSent(item, client.ended === undefined ? { kind: 'failed', error, attempts: error.attempts } : { kind: 'pending' });
    }
    if (client.ended !== undefined)
        throw client.ended;
    return accepted;
}
async function sendOne(client, item, textOf) {
    // Answers arrive between two texts.
    await (0,external_node_timers_promises_.setImmediate)();
    if (client.ended !== undefined)
        return { kind: 'pending' };
    const content = await textOf(item);
    if (content === undefined) {
        const error = new errors/* ActionError */.lZ('input', 'The file changed while the job ran.', 'Run the job again when nothing writes it.');
        return { kind: 'failed', error, attempts: 0 };
    }
    try {
        return { kind: 'accepted', attempts: await client.upsert({ name: item.name, content }) };
    }
    catch (error) {
        if (error === client.ended)
            return { kind: 'pending' };
        if (!(error instanceof RequestError))
            throw error;
        return { kind: 'failed', error, attempts: error.attempts };
    }
}
function isSystemic(error) {
    return error instanceof RequestError && SYSTEMIC.includes(error.kind);
}

;// CONCATENATED MODULE: ./src/sync/retire.ts





/**
 * Replaces the texts of orphaned entries by a note. Leaves an entry alone unless the list shows it completely, once, with
 * a text that Git knows, and no runbook has a similar name.
 *
 * @returns how many were retired.
 */
async function retire(orphans, { client, concurrency, isNameInUse, note }, { reader, findings }) {
    const notes = new Set();
    const list = await readList(client, WHOLE, (rows, isStart) => {
        if (isStart)
            notes.clear();
        for (const { name, content = '' } of rows)
            if (isRetirementNote(content))
                notes.add(name);
    });
    const obstacle = async ({ name, texts, unselected }) => {
        if (unselected !== undefined)
            return 'its runbook is still in the repository';
        if (isNameInUse(name))
            return 'another runbook has nearly the same name';
        if ('why' in list.extent)
            return list.extent.why;
        if (notes.has(name))
            return 'its entry already says so';
        const isKnown = list.isComplete && (await isKnownText(list, name, texts, reader));
        return isKnown ? undefined : 'its text in the assistant is not one that Git knows';
    };
    const items = [];
    for (const orphan of orphans) {
        const why = await obstacle(orphan);
        if (why === undefined)
            items.push(orphan);
        else
            findings.setEntry(orphaned(orphan, `Not retired: ${why}.`));
    }
    const retired = await deliver({
        client,
        concurrency,
        items,
        textOf: (orphan) => Promise.resolve(retirementNote(orphan, note)),
        onSent: ({ path, name }, sent) => {
            if (sent.kind === 'accepted') {
                findings.setEntry({ path, name, outcome: 'retired', reason: '', attempts: sent.attempts });
            }
            else if (sent.kind === 'failed') {
                const reason = `Not retired: ${sent.error.message}`;
                findings.setEntry({ path, name, outcome: 'failed', reason, hint: DELETE_ENTRY, attempts: sent.attempts });
            }
            else {
                findings.setEntry({ path, name, outcome: 'pending', reason: 'Not retired: the run ended before.' });
            }
        }
    });
    return retired.length;
}

;// CONCATENATED MODULE: ./src/sync/verify.ts



/** Milliseconds: for how long a list may lag, and between two readings, which grows up to the last. */
const PATIENCE = 2 * 60_000;
const INTERVALS = [1000, 2000, 4000, 8000, 16_000, 30_000];
const verify_REASONS = {
    missing: 'The service accepted the entry, and its list does not show it.',
    outdated: 'The service accepted the entry, and its list still shows the text of before.',
    copied: 'The service made another entry of this name instead of updating the first.'
};
const LOOK = 'Look at the entry in the assistant; if it is not as in Git, ask those who operate the service.';
/**
 * Which of the accepted entries a complete list proves wrong: it shows none of them; it lacks one that it showed before, or
 * although it shows one that was created later; it still shows the text of before; it has more rows of a name.
 *
 * @param accepted in the order of delivery.
 */
function proveWrong(accepted, before, after, { comparesTexts }) {
    const wrong = new Map();
    if (!after.isComplete)
        return wrong;
    const states = accepted.map(({ item, hash }) => ({
        item,
        hash,
        was: before.find(item.name),
        is: after.find(item.name)
    }));
    const lastCreated = states.findLastIndex(({ was, is }) => was === undefined && is !== undefined);
    const showsNone = states.every(({ is }) => is === undefined);
    for (const [at, { item, hash, was, is }] of states.entries()) {
        if (is === undefined) {
            if (showsNone || was !== undefined || at < lastCreated)
                wrong.set(item, 'missing');
        }
        else if (is.count > Math.max(1, was?.count ?? 0))
            wrong.set(item, 'copied');
        else if (comparesTexts && is.count === 1 && is.hash !== undefined && is.hash === was?.hash && is.hash !== hash)
            wrong.set(item, 'outdated');
    }
    return wrong;
}
/**
 * Reads the list until it shows what was sent, for two minutes at most.
 *
 * @returns what it proves wrong, with the reason; `doubt` says what it does not show, which may be a delay.
 */
async function verify(accepted, { client, signal, before, comparesTexts }) {
    const isMissing = (after) => ({ item }) => after.find(item.name) === undefined;
    const until = performance.now() + PATIENCE;
    for (let reading = 0;; reading++) {
        const after = await readList(client, WHOLE, undefined, (list) => accepted.some(isMissing(list)));
        const wrong = proveWrong(accepted, before, after, { comparesTexts });
        const late = accepted.filter(isMissing(after)).length;
        const isOver = !after.isComplete || performance.now() > until;
        if ((wrong.size === 0 && late === 0) || isOver) {
            const why = 'why' in after.extent ? after.extent.why : `it does not show ${late} of ${accepted.length} entries`;
            const reasons = new Map([...wrong].map(([item, proof]) => [item, verify_REASONS[proof]]));
            return { wrong: reasons, doubt: after.isComplete && late <= wrong.size ? undefined : why };
        }
        await pause(reading, signal);
    }
}
/** Ends the run with an error of kind `copies` if the list has more rows of a name than before, in two readings. */
async function checkUpdate(item, { client, signal, before }) {
    const expected = before.find(item.name)?.count ?? 1;
    for (let reading = 0; reading < 2; reading++) {
        // A copy may be on a page that the first entry is not on.
        const after = await readList(client, WHOLE, undefined, (list) => (list.find(item.name)?.count ?? 0) <= expected);
        if ((after.find(item.name)?.count ?? 0) <= expected)
            return;
        if (reading === 0)
            await pause(reading, signal);
    }
    client.end(new errors/* ActionError */.lZ('copies', `The service made a second entry “${item.name}” instead of updating the first.`, 'Remove the copy in the assistant, and ask those who operate the service how an upsert finds the entry to update. ' +
        'Nothing else was sent.'));
}
/** @throws {ActionError} where the run is cancelled meanwhile. */
async function pause(reading, signal) {
    await (0,external_node_timers_promises_.setTimeout)(INTERVALS[reading] ?? INTERVALS.at(-1), undefined, { signal }).catch(() => {
        signal.throwIfAborted();
    });
}
function wrongOutcome({ path, name }, reason) {
    return { path, name, outcome: 'failed', reason, hint: LOOK, attempts: 1 };
}

;// CONCATENATED MODULE: ./src/sync/round.ts













/**
 * Sends what changed: first compares it with the list, so that no text is lost that only the knowledge base has, and a full
 * sync sends nothing that is already there; then checks that it arrived.
 *
 * @returns whether a request may have written something.
 */
async function deliverCommit(round, left) {
    const { changes, job, inputs, source, options, client, saved, findings } = round;
    const reader = new RunbookReader(source, options);
    const work = await makeWorkList(changes, reader);
    reportWorkList(work, { outcome: 'pending', reason: RUN_ENDED }, findings);
    const isFull = changes.kind === 'full';
    const bounds = isFull || inputs.manualEdits === 'refuse' ? WHOLE : PUSH;
    const comparison = await compareWithList({ client, saved }, reader, work, { changes, bounds });
    const { list, cutTo } = comparison;
    if (isFull && findings.inventory === undefined)
        findings.inventory = inventoryOf(comparison, work, job.isPrivate, inputs.token);
    const settling = { changes, manualEdits: inputs.manualEdits, isPlan: false, showsTexts: job.isPrivate };
    const items = await settle(comparison, work, settling, { reader, saved, findings });
    reportMissing(work, list, findings);
    for (const { path, name } of items)
        findings.setRunbook({ path, name, outcome: 'pending', reason: RUN_ENDED });
    left.orphans = findLeft(round, work, list, left);
    // A list that is not complete proves nothing.
    const before = isFull && list.isComplete ? list : undefined;
    const proof = before && { client, signal: round.signal, before, comparesTexts: cutTo === undefined };
    await send(round, items, reader, proof);
    for (const diagnostic of await reader.problems(changes))
        findings.diagnose(diagnostic);
    return items.length > 0;
}
/** Reports the entries whose runbooks are gone, those of earlier rounds included; returns them. */
function findLeft({ inputs: { removed }, findings }, { named, notSent, orphans, isNameInUse }, list, left) {
    if (named.length > 0)
        left.isNameInUse = isNameInUse;
    // Runbooks of earlier rounds may be back, delivered or not.
    const refused = new Set(notSent.filter(({ outcome }) => outcome === 'refused').map(({ path }) => path));
    const inUse = new Set([...named, ...notSent].map(({ name }) => name));
    const isBack = ({ name, path }) => inUse.has(name) || refused.has(path);
    for (const { name } of left.orphans.filter(isBack))
        findings.removeEntry(name);
    const candidates = [...left.orphans.filter((orphan) => !isBack(orphan)), ...orphans];
    const options = { list, isNameInUse: left.isNameInUse, hasRefused: refused.size > 0, removed, isPlan: false };
    return reportOrphans(candidates, options, findings);
}
/** Sends runbooks, and checks with a list that was complete before whether they arrived. */
async function send({ inputs: { concurrency }, client, findings }, items, reader, proof) {
    const hashes = new Map();
    const accepted = await deliver({
        client,
        concurrency,
        items,
        textOf: async (item) => {
            const text = await reader.text(item);
            if (proof !== undefined && text !== undefined)
                hashes.set(item, textHash(text));
            return text;
        },
        onSent: (item, sent) => {
            findings.setRunbook(outcomeOf(item, sent));
        },
        first: proof && {
            items: items.filter(({ name }) => proof.before.find(name) !== undefined),
            check: async (item) => checkUpdate(item, proof)
        }
    });
    if (proof === undefined || accepted.length === 0)
        return;
    const sent = accepted.map((item) => ({ item, hash: hashes.get(item) ?? '' }));
    const { wrong, doubt } = await verify(sent, proof);
    for (const [item, reason] of wrong)
        findings.setRunbook(wrongOutcome(item, reason));
    const message = `The list cannot confirm that everything arrived: ${doubt ?? ''}.`;
    if (doubt !== undefined)
        findings.diagnose({ level: 'notice', message });
}
/**
 * Names the runbooks that did not change and have no entry. They are not sent: where the pages of a list change their
 * order, it lacks entries that exist, with texts that nobody has seen.
 */
function reportMissing({ send, named }, list, findings) {
    if (!list.isComplete)
        return;
    const sent = new Set(send.map(({ path }) => path));
    const missing = named.filter(({ path, name }) => list.find(name) === undefined && !sent.has(path));
    if (missing.length === 0)
        return;
    const what = (0,wording/* count */.U9)(missing.length, 'runbook that did not change', 'runbooks that did not change');
    const message = `The list has no entry of ${what}: ${(0,wording/* listed */.KE)(missing.map(({ path }) => path))}. Start the workflow by hand: a full sync sends what is missing.`;
    findings.diagnose({ level: 'warning', message });
}
function outcomeOf({ path, name }, sent) {
    switch (sent.kind) {
        case 'accepted':
            return { path, name, outcome: 'upserted', reason: '', attempts: sent.attempts };
        case 'failed': {
            const { message: reason, hint } = sent.error;
            return { path, name, outcome: 'failed', reason, hint, attempts: sent.attempts };
        }
        case 'pending':
            return { path, name, outcome: 'pending', reason: RUN_ENDED };
    }
}
/** @returns how many entries were retired. */
async function retireOrphans(round, commit, left) {
    const { job, ref, inputs, source, options, client, findings } = round;
    const { repository, serverUrl } = job;
    const date = source instanceof Repository ? await source.dateOf(commit) : '';
    const { orphans, isNameInUse } = left;
    left.orphans = [];
    const note = { repository, serverUrl, ref, commit, date };
    const reader = new RunbookReader(source, options);
    return retire(orphans, { client, concurrency: inputs.concurrency, isNameInUse, note }, { reader, findings });
}

;// CONCATENATED MODULE: ./src/sync/sync.ts









/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20;
/**
 * Asks for the head of the branch, then for the records. Asks again while the newest record has a newer commit than the
 * branch: the answer about the branch may be old. If it stays, the branch was reset.
 *
 * @param delivered the commit that was delivered last; at first that of the job.
 */
async function lookAtBranch({ github, job, recording, ref }, delivered) {
    const look = async () => {
        const tip = await findTip(github, job, ref, delivered);
        return { tip, known: await recording.known() };
    };
    return untilCurrent(look, async ({ tip, known }) => {
        const newest = known.kind === 'records' ? known.records[0]?.commit : undefined;
        return newest !== undefined && newest !== tip && (await descends(github, newest, tip)) === true;
    });
}
/** Delivers the branch, then what changed on it meanwhile, until the knowledge base has the text of its head. */
async function syncBranch({ task, look: firstLook, patterns, settings, github, recording, ...round }) {
    const { job, findings, client, source } = round;
    const { ref, full } = task;
    const left = { orphans: [], isNameInUse: () => false };
    /** The commits of earlier rounds. */
    const delivered = [];
    for (let { tip, known } = firstLook, rounds = 1;; rounds++) {
        if (rounds > MAX_ROUNDS)
            throw movedError(ref, `moved ${MAX_ROUNDS} times while this run delivered`);
        if (source instanceof DiskFiles && tip !== job.sha)
            throw movedError(ref, `moved to ${(0,src_event/* shortId */.m_)(tip)}, which is not checked out`);
        const baseOf = (found) => {
            const base = findBase(found, settings);
            // Records name these, too.
            const open = found.kind === 'records' ? base.open : delivered;
            return { ...base, open, full: full ?? base.full };
        };
        const seen = await changesSince(source, patterns.matches, tip, baseOf(known));
        reportSelection(seen, patterns, findings);
        // Records stay few: a push that changes no runbook makes none.
        if (rounds === 1 && seen.kind === 'range' && seen.changed.length + seen.removed.length === 0) {
            findings.addChanges(seen);
            return;
        }
        // Before a record of this run hides that of the newer one from the next attempt.
        if (rounds === 1)
            requireNoRival(known, settings, job);
        const { runId: run, runAttempt: attempt, runNumber: number } = job;
        const payload = { ...settings, access: settings.access ?? '', full: seen.kind === 'full', run, attempt, number };
        const recorded = await recording.begin(tip, payload, (error) => {
            // What is not recorded must not be written.
            client.end(findings.fail(error));
        });
        let head;
        try {
            requireNoRival(recorded, settings, job);
            // Other runs may have recorded something since.
            const isSame = JSON.stringify(recorded) === JSON.stringify(known);
            const changes = isSame ? seen : await changesSince(source, patterns.matches, tip, baseOf(recorded));
            reportUnreadable(recorded, round);
            findings.addChanges(changes);
            head = await deliverRound({ ...round, changes, ref }, tip, left, async () => findTip(github, job, ref, tip));
            await recording.end((0,verdict/* verdictOf */.Vj)(findings) === undefined ? 'success' : 'failure', (0,verdict/* descriptionOf */.Kq)(findings));
        }
        catch (error) {
            findings.fail(error);
            await recording.end('failure', (0,verdict/* descriptionOf */.Kq)(findings));
            throw error;
        }
        if (head === tip)
            return;
        delivered.push(tip);
        ({ tip, known } = await lookAtBranch({ github, job, recording, ref }, tip));
    }
}
/**
 * Delivers one commit, and retires what it leaves if the branch has not moved.
 *
 * @param findHead asks for the head of the branch.
 * @returns it.
 */
async function deliverRound(round, tip, left, findHead) {
    const wrote = await deliverCommit(round, left);
    const retires = round.inputs.removed === 'retire' && left.orphans.length > 0 && (0,verdict/* verdictOf */.Vj)(round.findings) === undefined;
    let head = wrote || retires ? await findHead() : tip;
    // A runbook may have come back while its entry was retired.
    if (retires && head === tip && (await retireOrphans(round, tip, left)) > 0)
        head = await findHead();
    return head;
}
function reportUnreadable(known, { findings }) {
    if (known.kind !== 'unreadable')
        return;
    const { message, hint } = known.error;
    findings.diagnose({ level: 'warning', message: `This run is a full sync. ${message} ${hint}` });
}
/** @throws {ActionError} of kind `input` or `event` where another step or a newer run must write instead of this one. */
function requireNoRival(known, settings, job) {
    const rival = findRival(known, settings, job);
    if (rival === 'step') {
        throw (0,errors/* inputError */.Xu)('environment', 'is the same in another step or job of this run, whose other inputs differ.', 'Give each step that delivers to a knowledge base of its own, or with other inputs, an `environment` of its own.');
    }
    if (rival === undefined)
        return;
    throw new errors/* ActionError */.lZ('event', 'A newer run of this workflow has delivered with other inputs than this one, which was repeated.', 'Start a new run instead: by hand, or with the next push.');
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
async function run({ task, inputs, job, github, findings, trace, signal }) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const patterns = new Patterns(inputs.files);
        const resources = __addDisposableResource(env_1, new AsyncDisposableStack(), true);
        const connect = () => {
            const { token, baseUrl } = (0,src_inputs/* requireService */.rU)(inputs);
            const client = resources.use(new KnowledgeClient({ ...inputs, token, baseUrl, signal, trace }));
            const replacer = `run ${job.runNumber} (${job.serverUrl}/${job.repository}/actions/runs/${job.runId})`;
            return { client, saved: new SavedTexts(job.temp, token, replacer) };
        };
        if (task.kind === 'check') {
            const { size: entries, isComplete } = await checkList(connect().client);
            findings.inventory = { entries, isComplete, differing: 0, withoutRunbook: 0, names: [] };
            return;
        }
        const { ref } = task;
        const { diagnose } = findings;
        const records = inputs.environment === undefined ? undefined : new Records(github, inputs.environment);
        const recording = new Recording(records, job, diagnose);
        const opening = openSource(inputs, job, process.env, diagnose);
        resources.defer(async () => (await opening.catch(() => undefined))?.[Symbol.asyncDispose]());
        const options = { ...inputs, repository: job.repository, serverUrl: job.serverUrl, ref: (0,src_event/* shortRef */.m3)(ref) };
        const settingsFor = (source) => settingsOf(inputs, job, ref, source instanceof DiskFiles ? 'disk' : 'Git');
        const common = { job, inputs, options, findings };
        // GitHub is asked while Git works.
        if (task.kind === 'sync') {
            const [source, look] = await Promise.all([opening, lookAtBranch({ github, job, recording, ref }, job.sha)]);
            const settings = settingsFor(source);
            await syncBranch({ ...common, ...connect(), task, look, source, patterns, settings, github, recording, signal });
            return;
        }
        const [source, known] = await Promise.all([opening, recording.known()]);
        const recorded = findBase(known, settingsFor(source));
        const changes = await changesOfPlan(source, patterns.matches, { sha: job.sha, subject: task.of, recorded });
        reportSelection(changes, patterns, findings);
        // A plan needs neither token nor address; with both it compares with the list.
        const missing = ['token', 'base-url'].filter((_, at) => [inputs.token, inputs.baseUrl][at] === undefined);
        const message = `Without \`${missing.join('` and `')}\` the plan cannot see the knowledge base, and checks neither address nor token.`;
        if (missing.length > 0)
            diagnose({ level: 'notice', message });
        await preview({ ...common, source, changes, service: missing.length === 0 ? connect() : undefined });
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


/***/ })

};
