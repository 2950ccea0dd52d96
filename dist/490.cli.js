export const id = 490;
export const ids = [490];
export const modules = {

/***/ 6490:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  main: () => (/* binding */ main)
});

// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ./src/errors.ts
/** An error that a person can act on: `message` says what happened and to what, `hint` what to do now. */
class errors_ActionError extends Error {
    name = 'ActionError';
    kind;
    hint;
    constructor(kind, message, hint, options) {
        super(message, options);
        this.kind = kind;
        this.hint = hint;
    }
}
/** @param problem completes the sentence "Input `x` …". */
function errors_inputError(input, problem, hint) {
    return new errors_ActionError('input', `Input \`${input}\` ${problem}`, hint);
}
/** The message of anything thrown, for use inside another message. */
function errors_messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}

;// CONCATENATED MODULE: ./src/cancellation.ts

/** Milliseconds from a cancellation to the report: GitHub's runner kills a job after ten seconds. */
const TIMEOUT = 4000;
/** Ends work where the process gets SIGINT or SIGTERM. The runner sends both, 7.5 s apart. */
class Cancellation {
    #controller = new AbortController();
    #timeout = Promise.withResolvers();
    #cancel;
    /**
     * @param message says what was cancelled.
     * @param onRepeated gets every further signal.
     */
    constructor(message, onRepeated = () => undefined) {
        this.#timeout.promise.catch(() => undefined);
        this.#cancel = () => {
            if (this.signal.aborted) {
                onRepeated();
                return;
            }
            const error = new errors_ActionError('cancelled', message, 'Run it again.');
            this.#controller.abort(error);
            setTimeout(this.#timeout.reject, TIMEOUT, error).unref();
        };
        process.on('SIGINT', this.#cancel).on('SIGTERM', this.#cancel);
    }
    get signal() {
        return this.#controller.signal;
    }
    /** What work results in. Throws the cancellation, also where the work ended in the time that it leaves. */
    async limit(work) {
        const result = await Promise.race([work, this.#timeout.promise]);
        this.signal.throwIfAborted();
        return result;
    }
    [Symbol.dispose]() {
        process.off('SIGINT', this.#cancel).off('SIGTERM', this.#cancel);
    }
}

// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(1455);
;// CONCATENATED MODULE: ./src/git/checkout.ts



/**
 * The `.git` of the checkout that `folder` belongs to, looked for upwards as far as `workspace`. Only an entry called `.git`
 * counts: Git cannot commit one, whereas a bare repository (`HEAD`, `objects/`, `refs/`, `config`) may be committed content
 * whose configuration runs programs.
 *
 * @param folder inside `workspace`; both are absolute and without symbolic links.
 */
async function checkout_findGitDir(folder, workspace) {
    const gitDir = (0,external_node_path_.join)(folder, '.git');
    if ((await (0,external_node_fs_promises_.lstat)(gitDir).catch(() => undefined)) !== undefined)
        return gitDir;
    return folder === workspace ? undefined : checkout_findGitDir((0,external_node_path_.dirname)(folder), workspace);
}
/** @throws {ActionError} of kind `git` for a checkout whose configuration names another repository than `owner/name`. */
async function checkOrigin(git, repository) {
    const { stdout } = await git.run(['config', '--get', 'remote.origin.url']);
    const origin = /[/:]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(stdout.trim())?.[1];
    if (origin === undefined || origin.toLowerCase() === repository.toLowerCase())
        return;
    throw new errors_ActionError('git', `The checkout in ${(0,external_node_path_.dirname)(git.gitDir)} is of ${origin}; this workflow runs in ${repository}.`, `Check out ${repository} (leave out \`repository\` of actions/checkout), or name its folder with \`root\`; or run the ` +
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
const command_TIMEOUT = 10 * 60 * 1000;
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
    async run(args, { input = '', env = {}, timeout = command_TIMEOUT } = {}) {
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
            throw gitError(args, typeof signal === 'string' ? `${signal} ended it` : errors_messageOf(error));
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
        const child = this.start(args, command_TIMEOUT);
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
function command_findGit(env) {
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
    return new errors_ActionError('git', `\`git ${command}\` failed: ${lastLine(stderr).replace(/\.$/, '')}.`, 'Run the job again, with a new checkout.');
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
class disk_DiskFiles {
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
            const { create } = await __webpack_require__.e(/* import() */ 517).then(__webpack_require__.bind(__webpack_require__, 2517));
            const globber = await create(pattern, options);
            for await (const file of globber.globGenerator()) {
                const path = (0,external_node_path_.relative)(this.#folder, file).split(external_node_path_.sep).join('/');
                const stats = matches(path) ? await (0,external_node_fs_promises_.lstat)(file) : undefined;
                const special = stats === undefined || stats.isFile() ? undefined : 'special file';
                selection.add(path, '', stats?.isSymbolicLink() === true ? 'symlink' : special);
            }
        }
        catch (error) {
            throw unreadableError(`The files in ${this.#folder} cannot be listed: ${errors_messageOf(error)}.`, error);
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
        const file = await (0,external_node_fs_promises_.open)(name, flags).catch((error) => {
            throw unreadableError(`${path} cannot be read: ${errors_messageOf(error)}.`, error);
        });
        try {
            const stats = await file.stat();
            if (!stats.isFile() || (await (0,external_node_fs_promises_.realpath)(name)) !== name || stats.ino !== (await (0,external_node_fs_promises_.lstat)(name)).ino) {
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
            const stats = await (0,external_node_fs_promises_.lstat)(name).catch(() => undefined);
            if (stats === undefined || !name.startsWith(this.#folder + external_node_path_.sep))
                missing.add(path);
        }
        return missing;
    }
}
function unreadableError(message, cause) {
    const hint = 'Let the user of this job read all files, give each a name in UTF-8, and change none while this step runs.';
    return new errors_ActionError('input', message, hint, { cause });
}

;// CONCATENATED MODULE: ./src/secret.ts

const HIDDEN = '***';
/** Shorter fragments of an encoded token appear in ordinary text by chance. */
const SHORTEST_FRAGMENT = 8;
const LONGEST_PART = 500;
/** A token in one private field. Every conversion to text yields `***`; only `reveal()` gives the value. */
class Secret {
    #value;
    #forms;
    /** The forms, also where URL, JSON or HTML escapes some of their characters; made when they are needed. */
    #patterns;
    constructor(value) {
        this.#value = value;
        this.#forms = formsOf(value);
    }
    reveal() {
        return this.#value;
    }
    /** The value and its encodings as a whole, longest first. */
    forms() {
        return this.#forms;
    }
    /** `text` with every form of the secret replaced by `***`. */
    redact(text) {
        this.#patterns ??= this.#forms.flatMap(patternsOf);
        return this.#patterns.reduce((redacted, pattern) => redacted.replace(pattern, HIDDEN), text);
    }
    toString() {
        return HIDDEN;
    }
    toJSON() {
        return HIDDEN;
    }
    [external_node_util_.inspect.custom]() {
        return HIDDEN;
    }
}
function formsOf(value) {
    const bytes = Buffer.from(value);
    const hex = bytes.toString('hex');
    const base64 = [0, 1, 2].map((offset) => base64Fragment(bytes, offset));
    const encoded = [
        encodeURIComponent(value.toWellFormed()),
        hex,
        hex.toUpperCase(),
        ...base64,
        ...base64.map((fragment) => fragment.replaceAll('+', '-').replaceAll('/', '_'))
    ].filter((form) => form.length >= SHORTEST_FRAGMENT);
    return [...new Set([value, ...encoded])].sort((a, b) => b.length - a.length);
}
const ENTITIES = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };
/** V8 takes no pattern for thousands of characters, as a JWT has: one for each part of a long form. */
function patternsOf(form) {
    const chars = Array.from(form);
    const parts = Math.ceil(chars.length / LONGEST_PART);
    const size = Math.ceil(chars.length / parts);
    return Array.from({ length: parts }, (_, at) => {
        const source = chars.slice(at * size, (at + 1) * size).map(escapesOf);
        return new RegExp(source.join(''), 'gu');
    }).filter(({ source }) => source !== '(?:)');
}
/** Source of a pattern for a character as it is, and as encoders write it: each escapes others. */
function escapesOf(char) {
    const code = char.codePointAt(0) ?? 0;
    const hex = code.toString(16).padStart(2, '0');
    const digits = hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    const entity = ENTITIES[char] === undefined ? '' : `|&${ENTITIES[char]};`;
    return `(?:\\\\?\\u{${hex}}|%${digits}|\\\\u00${digits}|&#0*${code};|&#[xX]0*${digits};${entity})`;
}
/**
 * The base64 digits that depend on `bytes` alone where they stand `offset` bytes (modulo 3) into a longer text, such as
 * `Bearer <token>`. Padding and the digits shared with the neighbouring bytes are left out.
 */
function base64Fragment(bytes, offset) {
    const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return digits.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

;// CONCATENATED MODULE: ./src/wording.ts
/** Parts of sentences for people. */
/** A value as a person typed it, fit for a message: short, printable, without a backtick. */
function wording_quoted(value, length = 60) {
    const printable = value.replace(/[^\x20-\x7e\p{L}]/gu, '?').replaceAll('`', "'");
    return `\`${printable.length > length ? `${printable.slice(0, length)}…` : printable}\``;
}
/** The first items of a list, and how many more there are: `a, b and 1,200 more`. */
function listed(items, most = 5) {
    const more = items.length > most ? ` and ${wording_format(items.length - most)} more` : '';
    return items.slice(0, most).join(', ') + more;
}
/** `1 runbook`, `1,200 runbooks`; with `several`, also `3 entries`. */
function count(number, thing, several = `${thing}s`) {
    return `${wording_format(number)} ${number === 1 ? thing : several}`;
}
/** The parts that there are. A condition that is false, and an empty text, leave a part out. */
function joined(parts, separator = ' ') {
    return parts.filter(Boolean).join(separator);
}
/** Where a message belongs: `docs/a.md:3`; empty where it concerns no file, or names the file itself. */
function placeOf({ path = '', line, message = '' }) {
    if (path === '' || message.includes(path))
        return '';
    return line === undefined ? path : `${path}:${line}`;
}
/** `12,345`. `toLocaleString` takes 15 ms at its first call, because it loads the locales. */
function wording_format(number) {
    return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

;// CONCATENATED MODULE: ./src/inputs.ts



/**
 * The defaults of `action.yml` again, because an empty value given in `with:` does not fall back to the one there. A test
 * compares the two.
 */
const DEFAULTS = {
    files: 'docs/runbooks/**/*.md',
    mode: 'auto',
    environment: 'knowledge-base',
    'entry-name': '{title}',
    'front-matter': 'strip',
    links: 'absolute',
    'source-link': 'false',
    removed: 'report',
    'manual-edits': 'save',
    concurrency: '8',
    timeout: '30',
    retries: '4',
    'max-bytes': '1048576'
};
/**
 * Reads all inputs. Throws `ActionError` of kind `input`.
 *
 * @param mask gets each form of both tokens before anything else can print.
 */
function readInputs(given, mask) {
    const token = readSecret(given, 'token', mask);
    const githubToken = readSecret(given, 'github-token', mask);
    if (token !== undefined)
        checkToken(token.reveal());
    if (githubToken !== undefined && UNPRINTABLE.test(githubToken.reveal())) {
        throw errors_inputError('github-token', CHARACTER_PROBLEM, 'Leave it out; the default is the token of the job.');
    }
    const inputs = {
        /** Absent is right for a plan; `requireService` demands it. */
        token,
        /** Without a trailing slash. */
        baseUrl: readBaseUrl(given),
        /** Patterns as written, one an element. */
        files: read(given, 'files')
            .split(/\r?\n/)
            .map((line) => line.trim())
            .filter((line) => line !== '' && !line.startsWith('#')),
        /** Folder of the checkout below the workspace; empty for the workspace itself. */
        root: readRoot(given),
        mode: readChoice(given, 'mode', ['auto', 'sync', 'plan', 'check']),
        /** In lower case; undefined where nothing is recorded. */
        environment: readEnvironment(given),
        nameTemplate: readNameTemplate(given),
        frontMatter: readFrontMatterKeys(given),
        links: readChoice(given, 'links', ['absolute', 'keep']),
        sourceLink: readChoice(given, 'source-link', ['true', 'false']) === 'true',
        removed: readChoice(given, 'removed', ['report', 'retire']),
        manualEdits: readChoice(given, 'manual-edits', ['save', 'refuse']),
        concurrency: readInteger(given, 'concurrency', 1, 64),
        /** Milliseconds for one attempt. */
        timeout: readSeconds(given, 'timeout', 600) * 1000,
        /** Further attempts for one entry. */
        retries: readInteger(given, 'retries', 0, 20),
        /** The largest runbook, in bytes. */
        maxBytes: readInteger(given, 'max-bytes', 1, 64 * 1024 * 1024),
        /** The day on which the token stops working, at midnight UTC. */
        tokenExpiresOn: readDate(given, 'token-expires-on'),
        githubToken
    };
    checkCombinations(inputs);
    return inputs;
}
/** The token and the address, for a run that needs them. Throws `ActionError` of kind `input` if one is missing. */
function requireService({ token, baseUrl }) {
    if (token === undefined) {
        throw inputError('token', 'is empty: no secret has this name, or the job may not read it.', 'Compare the name in the workflow, as in `token: ${{ secrets.RUNBOOK_SYNC_TOKEN }}`, with Settings → Secrets and ' +
            'variables → Actions of the repository, and add the secret if it is missing. ' +
            'Pull requests from forks and Dependabot get no secrets; `mode: plan` works without one.');
    }
    if (baseUrl === undefined) {
        throw inputError('base-url', 'is empty; so is a variable that is not set.', 'Give the address of the assistant’s API, for example `base-url: https://assistant.example.com/api`. ' +
            '`mode: plan` works without one.');
    }
    return { token, baseUrl };
}
/** The value of an input, or its default; empty without both. */
function read(given, name) {
    return given(name).trim() || (DEFAULTS[name] ?? '');
}
function readSecret(given, name, mask) {
    const raw = given(name);
    if (raw.trim() === '')
        return undefined;
    const secret = new Secret(raw.trim());
    for (const form of [raw, ...secret.forms()])
        mask(form);
    return secret;
}
/** @see https://datatracker.ietf.org/doc/html/rfc6750#section-2.1 */
const UNPRINTABLE = /[^\x21-\x7e]/;
const CHARACTER_PROBLEM = 'contains a space, a line break or a character that no token has (the value is not shown).';
/** Mistakes of pasting. Each message says what is around the value, never the value. */
const BADLY_PASTED = [
    [/^bearer\s/i, 'starts with `Bearer`; Runbook Sync adds it.'],
    [/^\*+$/, 'consists of asterisks: it is the mask that hides a secret, not its value.'],
    [/^(["'`]).*\1$/s, 'is in quotation marks.'],
    [/^\$(?:\w+|\{\w+\}|\{\{.*\}\})$/s, 'is the name of a variable, not its value.'],
    [/^(?:[a-z][a-z0-9]*_[a-z0-9_]+|token)=[^=]/i, 'starts with `NAME=`.'],
    [UNPRINTABLE, CHARACTER_PROBLEM]
];
function checkToken(token) {
    const [, problem] = BADLY_PASTED.find(([form]) => form.test(token)) ?? [];
    if (problem === undefined)
        return;
    const hint = 'Store the value of the token alone in the secret, with nothing around it. If you no longer have it, choose Rotate in ' +
        'Settings → Access Tokens.';
    throw errors_inputError('token', problem, hint);
}
function readBaseUrl(given) {
    const value = read(given, 'base-url');
    if (value === '')
        return undefined;
    const example = 'Give an address such as `https://assistant.example.com/api`.';
    const unusableError = (problem, hint = example) => errors_inputError('base-url', problem, hint);
    // `URL` drops tabs and line breaks silently, and escapes other white space.
    if (/[\s\p{Cc}]/u.test(value))
        throw unusableError('contains white space.');
    const url = URL.parse(value);
    if (url === null)
        throw unusableError('is not a URL: a URL begins with `https://`.');
    if (!inputs_isConfidential(url)) {
        throw unusableError('must begin with `https://`, so that nobody can read the token; only 127.0.0.1 may use `http://`.');
    }
    if (url.username !== '' || url.password !== '') {
        throw unusableError('must not contain a user name or password.', `${example} The token goes into \`token\`.`);
    }
    // `URL` cannot tell `https://host/?` from `https://host/`.
    if (value.includes('?') || value.includes('#'))
        throw unusableError('must not have a query (`?`) or a fragment (`#`).');
    const [api] = /\/personal\/v\d+(?=\/|$)/.exec(url.pathname) ?? [];
    if (api !== undefined) {
        throw unusableError(`contains \`${api}\`; Runbook Sync adds the path of the API.`, `Write ${wording_quoted(`base-url: ${url.href.slice(0, url.href.indexOf(api)).replace(/\/+$/, '')}`)}.`);
    }
    return url.href.replace(/\/+$/, '');
}
/** Whether no network can read what is sent to a URL: `https`, or `http` on this machine. */
function inputs_isConfidential({ protocol, hostname }) {
    const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
    return protocol === 'https:' || (protocol === 'http:' && isLoopback);
}
function readRoot(given) {
    const value = read(given, 'root').replace(/^\.\//, '').replace(/\/+$/, '');
    if (value === '.' || value === '')
        return '';
    if (value.startsWith('/') || /^[a-z]:/i.test(value) || value.split(/[/\\]/).includes('..')) {
        throw errors_inputError('root', 'must be a folder inside the workspace, without `..`.', 'Give the same value as `path` of actions/checkout, for example `root: handbook`.');
    }
    return value;
}
/** GitHub takes names that differ in case for one; 255 characters are its limit. */
function readEnvironment(given) {
    const name = read(given, 'environment').toLowerCase();
    if (name.length <= 255 && !/\p{Cc}/u.test(name))
        return name === 'none' ? undefined : name;
    throw invalidError(given, 'environment', 'the name of an environment, at most 255 characters on one line, or `none`');
}
/** Braces have no escape, so that a later version can add variables. */
function readNameTemplate(given) {
    const template = read(given, 'entry-name');
    const unusableError = (problem) => errors_inputError('entry-name', problem, 'It takes text with `{title}`, `{path}`, `{dir}`, `{stem}` or `{repository}`.');
    const parts = template.match(/\{[^{}]*\}|[{}]/g) ?? [];
    for (const part of parts) {
        if (part.length === 1)
            throw unusableError(`has an unmatched brace \`${part}\`.`);
        if (!/^\{(?:title|path|dir|stem|repository)\}$/.test(part))
            throw unusableError(`has an unknown variable ${wording_quoted(part)}.`);
    }
    if (parts.length === 0)
        throw unusableError('has no variable, so all runbooks would have the same name.');
    return template;
}
/** `strip`, `keep`, or the keys that a list above the text shows. */
function readFrontMatterKeys(given) {
    const parts = read(given, 'front-matter').split(/[,\r\n]/);
    const keys = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ''))];
    const choice = ['strip', 'keep'].find((word) => keys.some((key) => key.toLowerCase() === word));
    if (choice !== undefined && keys.length === 1)
        return choice;
    const isUsable = choice === undefined && keys.length > 0 && keys.length <= 50;
    if (isUsable && keys.every((key) => key.length <= 100 && !/\p{Cc}/u.test(key)))
        return keys;
    throw invalidError(given, 'front-matter', '`strip`, `keep`, or up to 50 keys such as `owner, severity`');
}
function readChoice(given, name, choices) {
    const value = read(given, name).toLowerCase();
    if (choices.includes(value))
        return value;
    throw invalidError(given, name, `one of ${choices.map((choice) => `\`${choice}\``).join(', ')}`);
}
function readInteger(given, name, least, most) {
    const value = read(given, name);
    const number = Number(value);
    if (/^\d{1,15}$/.test(value) && number >= least && number <= most)
        return number;
    throw invalidError(given, name, `a whole number from ${least} to ${most}`);
}
function readSeconds(given, name, most) {
    const value = read(given, name);
    const number = Number(value);
    if (/^\d{1,6}(\.\d{1,3})?$/.test(value) && number > 0 && number <= most)
        return number;
    throw invalidError(given, name, `seconds, more than 0 and at most ${most}`);
}
function readDate(given, name) {
    const value = read(given, name);
    if (value === '')
        return undefined;
    const date = new Date(`${value}T00:00:00Z`);
    // `Date` takes the 30th of February for the 2nd of March.
    if (!Number.isNaN(date.getTime()) && date.toISOString() === `${value}T00:00:00.000Z`)
        return date;
    throw invalidError(given, name, 'a date, for example `2027-02-01`');
}
/** @param takes completes the sentence "It takes …". */
function invalidError(given, name, takes) {
    return errors_inputError(name, `is ${wording_quoted(read(given, name))}.`, `It takes ${takes}.`);
}
function checkCombinations({ environment, removed }) {
    if (environment !== undefined || removed !== 'retire')
        return;
    const problem = 'cannot be `retire` together with `environment: none`: only records show which entries are orphaned.';
    throw errors_inputError('removed', problem, 'Leave out `environment`, or `removed: retire`.');
}

;// CONCATENATED MODULE: ./src/event.ts





/** The full id of a commit: SHA-1 or SHA-256. */
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/**
 * Imports `@actions/github`, which reads the event file while it is imported. Throws `ActionError` of kind `event` instead
 * of what JSON.parse throws.
 */
async function importGitHub(env) {
    const path = env['GITHUB_EVENT_PATH'] ?? '';
    if (path === '')
        throw variableError('GITHUB_EVENT_PATH', '');
    const eventFileError = (why, cause) => new ActionError('event', `The event file ${path} (GITHUB_EVENT_PATH) ${why}.`, 'The runner writes it before the job. Run the job again; if this stays, an earlier step overwrites the file.', { cause });
    const text = await readFile(path, 'utf8').catch((error) => {
        throw eventFileError(`cannot be read: ${messageOf(error)}`, error);
    });
    if (text === '')
        throw eventFileError('is empty');
    // The import resolves this address, too.
    addressOf(env['GITHUB_API_URL'] ?? 'https://api.github.com', 'GITHUB_API_URL');
    try {
        return await __webpack_require__.e(/* import() */ 413).then(__webpack_require__.bind(__webpack_require__, 2413));
    }
    catch (error) {
        throw eventFileError('is not JSON', error);
    }
}
/** The job of the runner's environment and event. Throws `ActionError` of kind `event`, naming the variable. */
function readJob(context, env) {
    const repository = required(env, 'GITHUB_REPOSITORY', /^[\w.-]+\/[\w.-]+$/);
    // eslint-disable-next-line no-control-regex
    const ref = required(env, 'GITHUB_REF', /^refs\/[^\x00-\x20\x7f]+$/);
    const event = required(env, 'GITHUB_EVENT_NAME', /^[a-z_]+$/);
    const payload = context.payload;
    const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
    return {
        trigger: triggerOf(event, payload, ref),
        /** `owner/name`. */
        repository,
        /** Full ref: `refs/heads/main`, `refs/tags/v1`, `refs/pull/7/merge`. */
        ref,
        /** The branch of `ref`, if it is one. */
        branch,
        /** The commit that started the job. */
        sha: required(env, 'GITHUB_SHA', COMMIT),
        /** Undefined where the event does not say. A schedule runs on the default branch only, and its event does not name it. */
        defaultBranch: event === 'schedule' ? branch : textOf(field(payload, 'repository', 'default_branch')),
        /** Whether the event says that the repository is private. */
        isPrivate: field(payload, 'repository', 'private') === true,
        /** `https://github.com`, or the GitHub Enterprise Server; no trailing slash. */
        serverUrl: addressOf(context.serverUrl, 'GITHUB_SERVER_URL'),
        /** The path of the workflow's file: `owner/name/.github/workflows/sync.yml`. */
        workflow: (env['GITHUB_WORKFLOW_REF'] ?? '').replace(/@refs\/.*$/s, ''),
        runId: context.runId,
        runNumber: context.runNumber,
        /** From 1; a repeated run keeps its number. */
        runAttempt: context.runAttempt,
        /** Absolute path. */
        workspace: resolve(env['GITHUB_WORKSPACE'] ?? ''),
        /** Absolute path of the runner's folder for temporary files. */
        temp: resolve(required(env, 'RUNNER_TEMP', /./))
    };
}
/** The name of a branch or tag without `refs/heads/` or `refs/tags/`. */
function event_shortRef(ref) {
    return ref.replace(/^refs\/(?:heads|tags)\//, '');
}
/** A commit's id as people write it. */
function event_shortId(commit) {
    return commit.slice(0, 7);
}
function required(env, variable, form) {
    const value = env[variable];
    if (value !== undefined && form.test(value))
        return value;
    throw variableError(variable, value ?? '');
}
function variableError(variable, value) {
    return new ActionError('event', `The environment variable ${variable} ${value === '' ? 'is missing' : 'cannot be used'}.`, 'GitHub’s runner sets it: run this Action as a step of a workflow, and do not set GITHUB_* variables there.');
}
/** Both addresses get the job's token. */
function addressOf(value, variable) {
    const url = URL.parse(value);
    if (url === null || !isConfidential(url) || url.username + url.password !== '')
        throw variableError(variable, value);
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
function triggerOf(name, payload, ref) {
    switch (name) {
        case 'push': {
            // A push that deleted another branch runs on the default branch, and GitHub lists it as a run of that branch.
            const isOwn = (textOf(field(payload, 'ref')) ?? ref) === ref;
            return {
                kind: 'push',
                before: isOwn ? commitOf(field(payload, 'before')) : undefined,
                forced: field(payload, 'forced') === true,
                deleted: isOwn && field(payload, 'deleted') === true
            };
        }
        case 'pull_request':
        case 'pull_request_review':
        case 'pull_request_review_comment': {
            const head = commitOf(field(payload, 'pull_request', 'head', 'sha'));
            const into = textOf(field(payload, 'pull_request', 'base', 'ref'));
            return head === undefined ? { kind: 'untrusted', name } : { kind: 'pull-request', head, into };
        }
        case 'merge_group': {
            const base = commitOf(field(payload, 'merge_group', 'base_sha'));
            const head = commitOf(field(payload, 'merge_group', 'head_sha'));
            if (base === undefined || head === undefined)
                return { kind: 'untrusted', name };
            const into = textOf(field(payload, 'merge_group', 'base_ref'));
            return { kind: 'merge-group', base, head, into: into && event_shortRef(into) };
        }
        case 'pull_request_target':
        case 'workflow_run':
            return { kind: 'untrusted', name };
        default:
            return { kind: 'other', name };
    }
}
function textOf(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/** A commit's id. GitHub writes zeros where there is none. */
function commitOf(value) {
    return typeof value === 'string' && COMMIT.test(value) && !/^0+$/.test(value) ? value : undefined;
}

;// CONCATENATED MODULE: ./src/temporary.ts

/**
 * Removes a file or folder below `RUNNER_TEMP`. On Windows a virus scanner may keep it open; the runner empties that folder
 * after the job, so that what stays does no harm.
 */
async function removeTemporary(path) {
    await (0,external_node_fs_promises_.rm)(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
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
            const timer = setTimeout(() => this.#child.kill('SIGKILL'), command_TIMEOUT);
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
            throw new errors_ActionError('git', 'The commit has a path longer than 1 MiB.', 'Give that file a shorter path.');
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
        const before = await (0,external_node_fs_promises_.readFile)(config);
        for (let attempt = 1;; attempt++) {
            const { code, stderr } = await this.#git
                .run(args, { input: `${ids.join('\n')}\n`, env, timeout: remote_TIMEOUT })
                // Slow and endless answers end here, too.
                .catch((error) => ({ code: 1, stderr: errors_messageOf(error) }))
                // A fetch with a filter registers its remote, and every later command would fetch single objects from there.
                .finally(async () => {
                await (0,external_node_fs_promises_.writeFile)(`${config}.before`, before);
                await (0,external_node_fs_promises_.rename)(`${config}.before`, config);
            });
            if (code === 0)
                return true;
            this.problem = lastLine(token?.redact(stderr) ?? stderr);
            if (attempt === 2 || !TRANSIENT.test(this.problem))
                return false;
            await (0,promises_.setTimeout)(RETRY_DELAY);
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
            await (0,external_node_fs_promises_.writeFile)(variables['GIT_SSL_CAINFO'], (0,external_node_tls_.getCACertificates)().join('\n'));
        }
        return variables;
    }
}

;// CONCATENATED MODULE: ./src/git/repository.ts











/**
 * A bare repository of our own that borrows the objects of the checkout. The checkout is never written to, and nothing in
 * its configuration, hooks and attributes has an effect.
 */
class repository_Repository {
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
        const folder = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)(job.temp, 'runbook-sync-git-')).catch((error) => {
            throw new errors_ActionError('event', `No folder can be made in RUNNER_TEMP (${job.temp}): ${errors_messageOf(error)}.`, 'Let the user of the runner write there, and make sure that the disk is not full.', { cause: error });
        });
        const repository = new repository_Repository(new Git(program, (0,external_node_path_.join)(folder, 'git'), env), setup);
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
        await (0,external_node_fs_promises_.mkdir)((0,external_node_path_.join)(gitDir, 'objects', 'info'), { recursive: true });
        await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(gitDir, 'objects', 'info', 'alternates'), `${objects}\n`);
        const stats = await (0,external_node_fs_promises_.lstat)(shallow).catch(emptyIfMissing);
        if (stats === '')
            return;
        // A pipe would never end, and Git prints a line that is no commit, of any file that a link leads to.
        const commits = stats.isFile() ? await (0,external_node_fs_promises_.readFile)(shallow, 'latin1') : '?';
        if (!linesOf(commits).every((line) => COMMIT.test(line)))
            throw gitError(['rev-parse'], 'the list of commits without parents is damaged');
        await (0,external_node_fs_promises_.writeFile)((0,external_node_path_.join)(gitDir, 'shallow'), commits);
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
        throw new errors_ActionError('git', `The commit ${commits.map(event_shortId).join(' or ')} cannot be fetched: ${this.#remote.problem}.`, 'Give the job `permissions: contents: read`, check that the runner reaches GitHub, and run the job again.');
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
        throw new errors_ActionError('git', `${missing.length} files that the checkout lacks cannot be fetched: ${this.#remote.problem}.`, 'Run the job again; if this stays, check out without `filter`.');
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
    throw new errors_ActionError('git', `Git is too old: ${answer}.`, 'Install Git 2.36 or newer on the runner.');
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
    const workspace = await realpath(job.workspace).catch(() => undefined);
    const folder = await realpath(join(job.workspace, root)).catch(() => undefined);
    if (workspace === undefined)
        throw new ActionError('git', 'The workspace does not exist.', CHECK_OUT);
    if (folder === undefined || !`${folder}${sep}`.startsWith(`${workspace}${sep}`)) {
        const problem = folder === undefined ? 'does not exist.' : 'leads out of the workspace.';
        throw inputError('root', `is ${quoted(root)}, which ${problem}`, 'Give the `path` of actions/checkout.');
    }
    const program = findGit(env);
    const gitDir = await findGitDir(folder, workspace);
    if (program !== undefined && gitDir !== undefined) {
        return Repository.open(gitDir, { program, job, token: githubToken, env });
    }
    if ((await readdir(folder)).length === 0) {
        throw new ActionError('git', `The folder ${folder} is empty.`, CHECK_OUT);
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
    const others = open.length === 0 ? '' : `, and what ${count(open.length, 'other run')} may have written`;
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
    if (source instanceof disk_DiskFiles)
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

;// CONCATENATED MODULE: ./src/knowledge/api-types.ts
/** What the vendor specifies of the API, and nothing more. */
/** Paths below `{base_url}`. */
const LIST_PATH = '/personal/v1/knowledge/list';
const UPSERT_PATH = '/personal/v1/knowledge/upsert';
/** The specification's example begins at page 1. */
const FIRST_PAGE = 1;

;// CONCATENATED MODULE: ./src/json.ts
/** A field of JSON that was not checked, by the names that lead to it; undefined where it is missing. */
function json_field(value, ...names) {
    return names.reduce((holder, name) => holder?.[name], value);
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ./src/knowledge/spelling.ts

// What services change in texts and names, so that it is no difference.
/** Stands for a text where texts cannot be kept: of two texts that differ only as services change them, it is the same. */
function spelling_textHash(text) {
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
function spelling_isSpelledLike(one, other) {
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
            const key = spelling_textHash(JSON.stringify([name, id ?? [content, nth]]));
            const isNew = !this.#seen.has(key);
            this.#seen.add(key);
            if (name.length > MAX_NAME)
                continue;
            if (isNew)
                this.#characters += name.length;
            const count = (this.#entries.get(name)?.count ?? 0) + (isNew ? 1 : 0);
            this.#entries.set(name, { count, hash: content === undefined ? undefined : spelling_textHash(content) });
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
function parsePage(answer) {
    const holders = [answer, json_field(answer, 'data'), json_field(answer, 'result')];
    const valuesOf = (keys) => holders.flatMap((holder) => keys.map((key) => json_field(holder, key)));
    const lists = [answer, ...valuesOf(ARRAY_KEYS)];
    // Some services write an empty array as null.
    const found = lists.find((value) => Array.isArray(value)) ?? (lists.includes(null, 1) ? [] : undefined);
    if (found === undefined)
        return undefined;
    const rows = [];
    for (const row of found) {
        const name = json_field(row, 'name');
        const content = json_field(row, 'content');
        if (typeof name !== 'string')
            return undefined;
        const ids = ID_KEYS.map((key) => json_field(row, key));
        const id = ids.find((value) => typeof value === 'string' || typeof value === 'number');
        rows.push({ name, id, content: typeof content === 'string' ? content : undefined });
    }
    const total = valuesOf(TOTAL_KEYS).find((value) => typeof value === 'number' && value >= 0);
    return { rows, total, isNull: !lists.includes(found) };
}

;// CONCATENATED MODULE: ./src/knowledge/snippet.ts

const MAX_LENGTH = 200;
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
    return snippet.length > MAX_LENGTH ? `${snippet.slice(0, MAX_LENGTH).toWellFormed()}…` : snippet;
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
    const texts = [value, ...MESSAGES.split(' ').map((path) => json_field(value, ...path.split('.')))];
    return texts.find((text) => typeof text === 'string' && text.trim() !== '');
}
function titleIn(body) {
    return isHtml(body) ? (/<title[^>]{0,200}>([^<]{1,500})/i.exec(body.slice(0, MAX_INPUT))?.[1] ?? '') : undefined;
}

;// CONCATENATED MODULE: ./src/knowledge/response.ts



/** Why an attempt failed. */
class RequestError extends errors_ActionError {
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
        for (const code of CODES.map((name) => json_field(value, name)))
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
    const rows = json_field(page, 'rows');
    if (!Array.isArray(rows) || rows.length > 0)
        return true;
    return json_field(page, 'isNull') !== true && !/^[45]\d{2,}$/.test(response_textOf(code));
}
/** The field of an answer that says that the request failed; undefined without one. */
function signOfError(value, usualCodes) {
    if (value === false)
        return 'false';
    const isFailure = (name, found) => {
        switch (name) {
            case 'success':
            case 'ok':
                return found === 0 || /^false$/i.test(response_textOf(found));
            case 'error':
            case 'errors':
                return isFilled(found);
            case 'status':
                return (Number(response_textOf(found)) >= 400 || /^(?:error|fail(?:ed|ure)?|rejected|denied|invalid)$/i.test(response_textOf(found)));
            default:
                return CODES.includes(name) && !usualCodes.has(found) && !/^(?:|0+|2\d\d|ok|success)$/i.test(response_textOf(found));
        }
    };
    const top = entriesOf(value).find(([name, found]) => isFailure(name, found));
    if (top !== undefined)
        return top[0];
    for (const holder of ['data', 'result']) {
        const inner = entriesOf(json_field(value, holder)).find(([name, found]) => /^(?:errors?|success|ok)$/.test(name) && isFailure(name, found));
        if (inner !== undefined)
            return `${holder}.${inner[0]}`;
    }
    return undefined;
}
function has401(value) {
    const holders = [
        value,
        ...['data', 'result', 'error', 'errors'].map((name) => json_field(value, name)),
        json_field(value, 'errors', '0')
    ];
    return holders.some((holder) => [...CODES, 'status'].some((name) => /^401\b/.test(response_textOf(json_field(holder, name)))));
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
function response_textOf(value) {
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

;// CONCATENATED MODULE: ./src/knowledge/reading.ts



/** Page sizes to try: a smaller one where a page is refused or too large to read. */
const PAGE_SIZES = [100, 20, 4, 1];
/** Readings with ever smaller pages. */
const MAX_READINGS = 5;
const PUSH = { pages: 10, time: 2 * 60_000 };
/** Up to 200,000 entries. */
const reading_WHOLE = { pages: 2000, time: 10 * 60_000 };
/**
 * Reads the list, page by page of one size. Where the service makes pages smaller, it begins again with their size: rows
 * between two pages would be missed.
 *
 * @param onPage gets the rows of each page, contents included, before the next page is read. Where a reading begins, it
 *   gets none and `isStart`: what an earlier one showed counts no more.
 * @param mayLack whether an entry that must be there could be on a page 0: some services count from zero.
 * @throws {ActionError} only where the run has ended.
 */
async function reading_readList(client, { pages, time }, onPage, mayLack = () => false) {
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
    await client.listPage([FIRST_PAGE, 1], parsePage, performance.now() + PUSH.time);
    return reading_readList(client, PUSH, undefined, () => true);
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
            return await this.#client.listPage([number, size], parsePage, this.#until);
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

;// CONCATENATED MODULE: ./src/proxies.ts

/**
 * The libraries ignore a proxy variable that they cannot read and connect without a proxy; that must not happen silently.
 * They take the host of `host:port` for a scheme, hence the address in full.
 */
function prepareProxies(env) {
    for (const variable of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']) {
        const value = env[variable] ?? '';
        if (value === '')
            continue;
        const address = value.includes('://') ? value : `http://${value}`;
        if (!isProxyAddress(address)) {
            // The value may hold a password.
            throw new errors_ActionError('input', `The environment variable \`${variable}\` is not the address of an HTTP proxy (the value is not shown).`, 'Correct it, for example `http://proxy.example.com:3128`, with `%` in a password written as `%25`; or unset it.');
        }
        env[variable] = address;
    }
}
function isProxyAddress(address) {
    try {
        const { protocol, username, password } = new URL(address);
        // Git prints what it cannot use, on several lines where there is a line break.
        return /^https?:$/.test(protocol) && !/\p{Cc}/u.test(decodeURIComponent(username + password));
    }
    catch {
        return false;
    }
}

;// CONCATENATED MODULE: ./src/report/escape.ts
/**
 * The only way in which foreign text (file names, titles, answers) reaches the log and the summary. The runner executes
 * `::command::` at the start of a line and the old `##[command]` anywhere in one; terminals and browsers obey control and
 * bidirectional characters; a summary renders Markdown and HTML.
 */
/** Control and format characters: bidirectional controls, zero-width characters, tags; separators of lines and paragraphs. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const NAMED = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Makes invisible characters visible on one line: a line feed as `\n`, a right-to-left override as `\u{202e}`. */
function makeVisible(text) {
    return text
        .toWellFormed()
        .replace(INVISIBLE, (char) => NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
/** One line that the runner does not take for a command. */
function escapeLog(text) {
    return makeVisible(text)
        .replaceAll('##[', '# #[')
        .replace(/^(\s*:):/, '$1 :');
}
/** Text in which neither Markdown nor HTML is markup. */
function escapeMarkdown(text) {
    return (makeVisible(text)
        .replace(/["!#$&*<>[\]\\^`{|}~]/g, entity)
        // GitHub finds mentions, e-mail addresses and issues after it has decoded entities; a zero-width space prevents it.
        .replaceAll('@', '&#64;&#8203;')
        .replace(/&#35;(?=\d)/g, '&#35;&#8203;')
        // Addresses, and names of emoji.
        .replace(/:(?=\S)/g, entity)
        // An underscore inside a word is no emphasis.
        .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, entity)
        .replace(/www\./gi, (start) => start.replace('.', '&#46;')));
}
/** A message of this Action as Markdown: what stands between two backticks becomes code. */
function messageToMarkdown(text) {
    return makeVisible(text)
        .split(/`([^`]+)`/)
        .map((part, at) => (at % 2 === 0 ? escapeMarkdown(part) : `<code>${escapeMarkdown(part)}</code>`))
        .join('');
}
function entity(char) {
    return `&#${char.charCodeAt(0)};`;
}
/** At most `limit` UTF-16 units, with `…` for what is missing. */
function shorten(text, limit) {
    if (text.length <= limit)
        return text;
    // The cut may split a surrogate pair.
    return `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

;// CONCATENATED MODULE: ./src/report/findings.ts


/** What a run found and did, as data. How it is shown is a matter of the others in this folder. */
class Findings {
    address;
    mode;
    /** Of all rounds together. */
    range;
    /** Number of runbooks that the patterns select. */
    selected = 0;
    inventory;
    /** Where the run records what it delivers; undefined where it does not. */
    environment;
    /** The day on which the token stops working, at midnight UTC, by the workflow. */
    tokenExpiresOn;
    /** What ended the run early. */
    failure;
    /** Where texts are saved before they are replaced; empty without any. */
    overwritten = '';
    edits = [];
    #runbooks = new Map();
    #entries = new Map();
    #diagnostics = new Map();
    #observer;
    constructor(address, observer = {}) {
        this.address = address;
        this.#observer = observer;
    }
    get diagnostics() {
        return [...this.#diagnostics.values()];
    }
    /** One for each runbook of the run, and one for each entry without a runbook. */
    get outcomes() {
        return [...this.#runbooks.values(), ...this.#entries.values()];
    }
    begin(task, tip) {
        this.mode = task.kind === 'nothing' ? 'sync' : task.kind;
        if (task.kind === 'nothing')
            this.range = { kind: 'nothing', base: '', tip, reason: task.reason };
        if (task.kind === 'plan' && task.notice !== undefined)
            this.diagnose({ level: 'notice', message: task.notice });
    }
    /** A further round of one run extends the first. */
    addChanges({ kind, base, tip, reason, selected, removed }) {
        this.range = this.range === undefined ? { kind, base, tip, reason } : { ...this.range, tip };
        this.selected = selected.files.length;
        for (const { path } of removed)
            this.#runbooks.delete(path);
    }
    /** A further round of one run may find the same. */
    diagnose = (diagnostic) => {
        this.#diagnostics.set(JSON.stringify(diagnostic), diagnostic);
    };
    /** Gets every outcome as soon as it is known; a later one for the same runbook replaces it. */
    setRunbook(outcome) {
        this.#runbooks.set(outcome.path, outcome);
        // Its entry was orphaned until the runbook came back.
        if (outcome.outcome === 'upserted')
            this.#entries.delete(outcome.name ?? '');
        this.#observer.progress?.(this);
    }
    setEntry(outcome) {
        this.#entries.set(outcome.name, outcome);
        this.#observer.progress?.(this);
    }
    /** Its runbook is back. */
    removeEntry(name) {
        this.#entries.delete(name);
    }
    /** @param folder in which the texts that the run replaces are saved; empty where it replaces none. */
    addEdits(edits, folder) {
        this.edits.push(...edits);
        if (folder === '' || folder === this.overwritten)
            return;
        this.overwritten = folder;
        this.#observer.saved?.(folder);
    }
    /** @param thrown what ended the run early. Anything but an `ActionError` is a defect of this Action. */
    fail(thrown) {
        this.failure =
            thrown instanceof errors_ActionError
                ? thrown
                : new errors_ActionError('defect', `An unexpected error: ${shorten(errors_messageOf(thrown), 500)}.`, 'This is a defect of Runbook Sync. Run the job again with debug logging and report what it prints.', { cause: thrown });
        return this.failure;
    }
}

;// CONCATENATED MODULE: ./src/report/outcome.ts
/**
 * What became of a runbook or an entry, in the order in which people need to know it, each with its icon and meaning. The
 * outputs count these words, and the JSON report uses them.
 */
const OUTCOMES = {
    failed: ['❌', 'the service did not accept it'],
    refused: ['⛔', 'not sent, see the reason'],
    pending: ['⏳', 'not sent, the run ended before'],
    upserted: ['✅', 'sent and accepted'],
    planned: ['📤', 'a sync would send it'],
    retired: ['📕', 'the entry now says that its runbook is gone'],
    orphaned: ['🍂', 'the entry has no runbook'],
    unchanged: ['', 'the entry has this text'],
    skipped: ['', 'left out, see the reason']
};
/** Whether a runbook of the branch is not in the knowledge base as it should be. */
function outcome_isMissing({ outcome }) {
    return outcome === 'failed' || outcome === 'refused' || outcome === 'pending';
}
/** Whether it is about an entry whose runbook is gone from the branch. */
function isGone({ outcome }) {
    return outcome === 'orphaned' || outcome === 'retired';
}

;// CONCATENATED MODULE: ./src/report/verdict.ts




/** How often each outcome occurs, in their order. */
function totalsOf({ outcomes }) {
    const totals = Object.fromEntries(Object.keys(OUTCOMES).map((outcome) => [outcome, 0]));
    for (const { outcome } of outcomes)
        totals[outcome]++;
    return totals;
}
/** The outcomes that occur, with their numbers. */
function occurring(findings) {
    return Object.entries(totalsOf(findings)).filter(([, total]) => total > 0);
}
/** `3 failed, 1 upserted`; empty without outcomes. */
function countsOf(findings) {
    return occurring(findings)
        .map(([outcome, total]) => `${wording_format(total)} ${outcome}`)
        .join(', ');
}
/** `3 failed, 1 upserted; 40 selected`. */
function selectionOf(findings) {
    return joined([countsOf(findings), `${wording_format(findings.selected)} selected`], '; ');
}
/** In the order of the outcomes, then of the paths. */
function sorted(outcomes) {
    const order = Object.keys(OUTCOMES);
    const rank = ({ outcome }) => order.indexOf(outcome);
    return [...outcomes].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}
const UNIQUE_NAMES = "Set `entry-name: '{dir}: {title}'` before the first sync; later it would make new entries for all runbooks, so give each a `title` of its own in the front matter.";
/** Why the run is red: what ended it, or what was not delivered; undefined for a green run. */
function verdictOf(findings) {
    const { failure, mode, outcomes } = findings;
    const missing = outcomes.filter(outcome_isMissing);
    if (missing.length === 0)
        return failure;
    const duplicates = missing.filter(({ isDuplicate }) => isDuplicate);
    const others = missing.filter(({ isDuplicate }) => isDuplicate !== true);
    const [first] = others;
    const paths = others.length > 0 && listed(missing.map(({ path }) => path));
    const undelivered = `${joined([countMissing(findings), paths], ': ')}.`;
    const examples = duplicates.length > 0 && `Several runbooks have one name: ${exampleNames(duplicates)}.`;
    const unique = duplicates.length > 0 && UNIQUE_NAMES;
    if (failure !== undefined) {
        const message = joined([failure.message, undelivered, examples]);
        const more = others.some(({ outcome }) => outcome === 'refused') && 'Correct what was refused, too.';
        return new errors_ActionError(failure.kind, message, joined([failure.hint, more, unique]));
    }
    const hasOneCause = others.every(({ reason, hint }) => reason === first?.reason && hint === first.hint);
    const why = hasOneCause ? first?.reason : first && `${first.path}: ${first.reason}`;
    const isRetried = missing.some(({ outcome }) => outcome !== 'refused');
    const next = mode === 'plan' ? 'Otherwise the next sync fails.' : isRetried && 'The next run delivers what is missing.';
    return new errors_ActionError('incomplete', joined([undelivered, why, examples]), joined([first?.hint, unique, next]));
}
/** `“Overview” (docs/a/README.md, docs/b/README.md)`, and two more. */
function exampleNames(duplicates) {
    const groups = Map.groupBy(duplicates, ({ name = '' }) => name.toLowerCase());
    const examples = Array.from(groups.values(), (group) => {
        const paths = group.map(({ path }) => path);
        return `“${group[0]?.name ?? ''}” (${listed(paths, 3)})`;
    });
    return listed(examples, 3);
}
function countMissing({ outcomes, mode }) {
    const { length } = outcomes.filter(outcome_isMissing);
    if (mode === 'plan')
        return `${count(length, 'runbook')} would not be delivered`;
    return `${count(length, 'runbook was', 'runbooks were')} not delivered`;
}
const CAUSES = {
    input: 'an input cannot be used',
    git: 'the checkout cannot be read',
    github: 'a question to GitHub failed',
    'branch-moved': 'the branch moved',
    'token-rejected': 'the token was rejected',
    cancelled: 'the job was cancelled',
    unreachable: 'the service cannot be reached'
};
function causeOf({ kind }) {
    return CAUSES[kind] ?? 'the run failed';
}
/** What happened in a few words: the heading of the summary and, for a green run, the last line of the log. */
function headlineOf(findings) {
    const { failure, mode, outcomes, edits } = findings;
    const { upserted, retired, planned, unchanged, orphaned } = totalsOf(findings);
    if (failure?.kind === 'token-rejected' || failure?.kind === 'cancelled')
        return causeOf(failure);
    if (outcomes.some(outcome_isMissing))
        return countMissing(findings);
    if (failure !== undefined)
        return causeOf(failure);
    if (mode === 'check')
        return 'the token is valid';
    const edited = edits.filter(({ isAttributed, replaced }) => isAttributed && replaced).length;
    const byHand = edited > 0 && `${count(edited, 'edit')} by hand`;
    const gone = orphaned > 0 && `${wording_format(orphaned)} orphaned`;
    if (mode === 'plan') {
        const lost = byHand && `${byHand} to be replaced`;
        return joined([`a plan: ${count(planned, 'runbook')} to send`, lost, gone, 'nothing written'], ', ');
    }
    const delivered = upserted > 0 && `${count(upserted, 'runbook')} delivered`;
    const written = joined([delivered, byHand && `${byHand} replaced`, retired > 0 && `${wording_format(retired)} retired`], ', ');
    const nothing = unchanged > 0 ? 'everything was already there' : 'nothing to deliver';
    return joined([written === '' ? nothing : written, gone], ', ');
}
/** Which commit the knowledge base has, as a sentence; empty where the run does not tell. */
function standingOf(findings) {
    const { mode, range } = findings;
    const isKnown = mode === 'sync' && range !== undefined && range.kind !== 'nothing' && range.tip !== '';
    return isKnown && verdictOf(findings) === undefined ? `The knowledge base has commit ${event_shortId(range.tip)}.` : '';
}
/**
 * What the knowledge base held, as a sentence, so that two swapped tokens or a forgotten entry are noticed: `52 entries: 48
 * of runbooks, 3 differ, 1 has no runbook`. Empty where it is not known.
 */
function inventoryOf({ inventory, mode }) {
    if (inventory === undefined)
        return '';
    const { entries, isComplete, differing, withoutRunbook, names } = inventory;
    const same = entries - differing - withoutRunbook;
    const parts = [
        same > 0 && `${wording_format(same)} of runbooks`,
        differing > 0 && count(differing, 'differs', 'differ'),
        withoutRunbook > 0 && count(withoutRunbook, 'has no runbook', 'have no runbook')
    ];
    const total = joined([!isComplete && 'at least', count(entries, 'entry', 'entries')]);
    // A check knows no runbooks.
    const what = mode === 'check' ? total : joined([total, joined(parts, ', ')], ': ');
    const when = mode === 'sync' ? 'Before this run the knowledge base had' : 'The knowledge base has';
    const shown = names.length > 0 && `Without a runbook: ${listed(names.map((name) => `“${name}”`))}.`;
    return joined([`${when} ${what}.`, shown]);
}
/** The last line of a green run. */
function lastLineOf(findings) {
    const now = findings.mode === 'check' ? inventoryOf(findings) : standingOf(findings);
    return joined([`${headlineOf(findings)}.`, now]);
}
/** For the record on GitHub: `2 not delivered: the token was rejected`. Names of files stay in the report. */
function descriptionOf(findings) {
    const { length } = findings.outcomes.filter(isMissing);
    if (length === 0)
        return headlineOf(findings);
    const others = totalsOf(findings).refused === length ? 'refused' : 'see the run';
    const why = findings.failure === undefined ? others : causeOf(findings.failure);
    return `${format(length)} not delivered: ${why}`;
}

;// CONCATENATED MODULE: ./src/report/json.ts

/** Raised when a reader of version 1 would misunderstand the findings. */
const VERSION = 1;
/** The JSON report. Its form is in docs/report.schema.json. */
function jsonOf(findings) {
    const { base = '', tip = '', kind = 'nothing', reason = '' } = findings.range ?? {};
    const verdict = verdictOf(findings);
    const json = {
        version: VERSION,
        mode: findings.mode ?? '',
        success: verdict === undefined,
        failure: verdict === undefined ? null : { kind: verdict.kind, message: verdict.message, hint: verdict.hint },
        repository: findings.address.repository,
        range: { kind, base, head: tip, reason },
        totals: totalsOf(findings),
        overwritten: findings.edits
            .filter(({ replaced }) => replaced)
            .map(({ path, name, file }) => ({ path, name, file })),
        diagnostics: findings.diagnostics.map(({ level, message, path = null, line = null }) => {
            return { level, message, path, line };
        }),
        runbooks: findings.outcomes.map(({ path, name = null, outcome, reason, hint = null, line = null, attempts = 0 }) => {
            return { path, name, outcome, reason, hint, line, attempts };
        })
    };
    return `${JSON.stringify(json, null, 2)}\n`;
}

;// CONCATENATED MODULE: ./src/sync/retirement-note.ts



const TITLE = '**This runbook is retired. Do not follow it.**';
/** Ends the note. A hash of what stands before tells whether somebody has edited it. */
const MARKER = /\n<!-- runbook-sync: retired ([0-9a-f]{16}) -->\s*$/;
/** The note that replaces the text of a retired entry. Paths and names stand in code spans, in which nothing is markup. */
function retirement_note_retirementNote(orphan, { repository, serverUrl, ref, commit, date }) {
    const { path, reason, replacement } = orphan;
    const link = `[\`${shortId(commit)}\`](${serverUrl}/${repository}/commit/${commit})`;
    const instead = replacement === undefined
        ? `Look in \`${repository}\` for what replaces it.`
        : `Use ${codeSpan(replacement.name)} instead (\`${repository}\`, ${codeSpan(replacement.path)}).`;
    const text = `${TITLE}\n\nIts runbook ${codeSpan(path)} ${reason} as of commit ${link} of ${date} ` +
        `(branch ${codeSpan(shortRef(ref))} of \`${repository}\`). ${instead}\n`;
    return `${text}\n<!-- runbook-sync: retired ${digestOf(text)} -->\n`;
}
/** Whether a text is such a note, unedited. */
function retirement_note_isRetirementNote(content) {
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
    const list = await reading_readList(client, bounds, async (page, isStart) => {
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
        .filter(({ item, name }) => spelling_isSpelledLike(name, item.name))
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
        const hash = spelling_textHash(content);
        const key = `${hash} ${name}`;
        if (this.#rows.has(key))
            return;
        const { length } = content;
        const current = (await this.#reader.text(item)) ?? '';
        const isCurrent = hash === spelling_textHash(current);
        const isKnown = isCurrent || retirement_note_isRetirementNote(content) || (await this.#reader.differsBySource(item, content));
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
            if (row.hash === spelling_textHash(found?.text ?? ''))
                known.add(row);
            if (isBeginning(row, found?.text ?? ''))
                prefixes.add(row);
        }
    }
    return { known, prefixes };
}
function isBeginning({ hash, length }, text) {
    return text.length > length && length > 0 && spelling_textHash(text.slice(0, length)) === hash;
}
/** Texts of two entries that end after as many characters as no other text exceeds. */
function cutLength(rows, prefixes) {
    const longest = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const cut = [...prefixes];
    const isCut = cut.length >= 2 && cut.every(({ length }) => length === longest);
    return isCut ? longest : undefined;
}
/** Whether Git knows the text that the list shows for a name. */
async function compare_isKnownText(list, name, texts, reader) {
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
function inventory_inventoryOf({ list, equal, cutTo }, { send, notSent, isNameInUse }, showsNames, token) {
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
const orphans_DELETE_ENTRY = 'Delete its entry in the assistant.';
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
        return isPlan ? 'After the merge, delete its entry in the assistant.' : orphans_DELETE_ENTRY;
    };
    const found = orphans.filter(exists);
    for (const orphan of found) {
        findings.setEntry(orphans_orphaned(orphan, hint(orphan)));
        const { path, unselected } = orphan;
        if (unselected === undefined)
            continue;
        const message = `${path} was moved to ${unselected}, which \`files\` does not select: changes no longer arrive. Add a pattern for it, or move it back.`;
        findings.diagnose({ level: 'warning', path: unselected, message });
    }
    return found;
}
/** @param more what becomes of the entry. */
function orphans_orphaned({ path, name, reason, replacement, unselected }, more) {
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
class reader_RunbookReader {
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
        const { withoutSource } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 9006));
        const [own, other] = [(await this.text(item)) ?? '', content].map((text) => spelling_textHash(withoutSource(text, item.path, this.#options)));
        return own === other;
    }
    /** What the authors of the converted texts have to know. */
    async problems({ kind, tip }) {
        const warnings = [...this.#warnings].flatMap(([path, messages]) => messages.map((message) => ({ level: 'warning', path, message })));
        const { frontMatter } = this.#options;
        const unused = typeof frontMatter === 'string' ? [] : frontMatter.filter((key) => !this.#keys.has(key));
        if (kind === 'full' && unused.length > 0) {
            const keys = listed(unused.map((key) => wording_quoted(key)));
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
        const { readRunbook } = await Promise.resolve(/* import() */).then(__webpack_require__.bind(__webpack_require__, 9006));
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
        const message = `Of ${count(items.length, 'runbook')} to be sent, ${notShown} are not on the ${PUSH.pages} pages of the list that a push reads: edits of their entries are not seen.`;
        yield { level: 'notice', message };
    }
    else if (list.size > 0 && !list.showsTexts) {
        yield { level: 'notice', message: 'Edits by hand in the assistant are not seen: the list shows no texts.' };
    }
    if (cutTo !== undefined) {
        const message = `The list cuts texts to ${count(cutTo, 'character')}: edits by hand are saved as far as it shows them, and no runbook is skipped or verified by its text.`;
        yield { level: 'warning', message };
    }
    const several = items.filter(({ name }) => (list.find(name)?.count ?? 0) > 1).map(({ name }) => `“${name}”`);
    if (several.length > 0) {
        const message = `The knowledge base has several entries named ${listed(several)}. Remove the outdated ones in the assistant.`;
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

// EXTERNAL MODULE: ./node_modules/minimatch/dist/esm/index.js + 6 modules
var esm = __webpack_require__(5273);
;// CONCATENATED MODULE: ./src/changes/patterns.ts



const MAX_PATTERNS = 500;
const patterns_MAX_LENGTH = 1000;
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
            throw errors_inputError('files', problem, 'Name folders instead of files.');
        }
        this.lines = lines;
        this.#patterns = lines.map(compilePattern);
        if (this.#patterns.some(({ exclude }) => !exclude))
            return;
        const problem = lines.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which select nothing.';
        const hint = 'First say what to select, for example `docs/runbooks/**/*.md`, then what to leave out.';
        throw errors_inputError('files', problem, hint);
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
    const patternError = (problem, hint) => errors_inputError('files', `has the pattern ${wording_quoted(line, 80)}, which ${problem}.`, hint);
    const show = (pattern) => wording_quoted(pattern, 80);
    if (line.length > patterns_MAX_LENGTH) {
        throw patternError(`has ${line.length} characters; the limit is ${patterns_MAX_LENGTH}`, 'Split it into several lines.');
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
    const shown = others.map((other) => other.path).join(', ') + (more > 0 ? ` and ${wording_format(more)} more` : '');
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
    const reader = new reader_RunbookReader(source, options);
    const work = await makeWorkList(changes, reader);
    reportWorkList(work, { outcome: 'planned', reason: '' }, findings);
    let comparison;
    let rest = work.send;
    if (service !== undefined && work.send.length + work.orphans.length > 0) {
        comparison = await compareWithList(service, reader, work, { changes, bounds: reading_WHOLE });
        requireSetup(comparison.list.extent);
        if (changes.kind === 'full')
            findings.inventory = inventory_inventoryOf(comparison, work, job.isPrivate, token);
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
async function deliver_deliver({ client, concurrency, items, textOf, onSent, first }) {
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
    await (0,promises_.setImmediate)();
    if (client.ended !== undefined)
        return { kind: 'pending' };
    const content = await textOf(item);
    if (content === undefined) {
        const error = new errors_ActionError('input', 'The file changed while the job ran.', 'Run the job again when nothing writes it.');
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
async function retire_retire(orphans, { client, concurrency, isNameInUse, note }, { reader, findings }) {
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
        const after = await reading_readList(client, reading_WHOLE, undefined, (list) => accepted.some(isMissing(list)));
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
        const after = await reading_readList(client, reading_WHOLE, undefined, (list) => (list.find(item.name)?.count ?? 0) <= expected);
        if ((after.find(item.name)?.count ?? 0) <= expected)
            return;
        if (reading === 0)
            await pause(reading, signal);
    }
    client.end(new errors_ActionError('copies', `The service made a second entry “${item.name}” instead of updating the first.`, 'Remove the copy in the assistant, and ask those who operate the service how an upsert finds the entry to update. ' +
        'Nothing else was sent.'));
}
/** @throws {ActionError} where the run is cancelled meanwhile. */
async function pause(reading, signal) {
    await (0,promises_.setTimeout)(INTERVALS[reading] ?? INTERVALS.at(-1), undefined, { signal }).catch(() => {
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
    const reader = new reader_RunbookReader(source, options);
    const work = await makeWorkList(changes, reader);
    reportWorkList(work, { outcome: 'pending', reason: RUN_ENDED }, findings);
    const isFull = changes.kind === 'full';
    const bounds = isFull || inputs.manualEdits === 'refuse' ? reading_WHOLE : PUSH;
    const comparison = await compareWithList({ client, saved }, reader, work, { changes, bounds });
    const { list, cutTo } = comparison;
    if (isFull && findings.inventory === undefined)
        findings.inventory = inventory_inventoryOf(comparison, work, job.isPrivate, inputs.token);
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
    const accepted = await deliver_deliver({
        client,
        concurrency,
        items,
        textOf: async (item) => {
            const text = await reader.text(item);
            if (proof !== undefined && text !== undefined)
                hashes.set(item, spelling_textHash(text));
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
    const what = count(missing.length, 'runbook that did not change', 'runbooks that did not change');
    const message = `The list has no entry of ${what}: ${listed(missing.map(({ path }) => path))}. Start the workflow by hand: a full sync sends what is missing.`;
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
            this.folder ||= await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)(this.#parent, 'runbook-sync-overwritten-'));
            const text = this.#header(name) + this.#token.redact(content);
            for (let copy = this.#copies.get(path) ?? 1;; copy++) {
                this.#copies.set(path, copy);
                const file = (0,external_node_path_.join)(this.folder, ...(copy === 1 ? [] : [FURTHER, String(copy)]), safePath(path));
                if (await writeNew(file, text))
                    return file;
            }
        }
        catch (error) {
            throw new errors_ActionError('input', `The text of the entry “${name}” cannot be saved: ${errors_messageOf(error)}.`, `Free space in ${this.#parent}, where the job saves texts before it replaces them, and run the job again.`, { cause: error });
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
        const text = await (0,external_node_fs_promises_.readFile)(file, 'utf8');
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
        await (0,external_node_fs_promises_.mkdir)((0,external_node_path_.dirname)(file), { recursive: true });
        await (0,external_node_fs_promises_.writeFile)(file, text, { flag: 'wx' });
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
        throw errors_inputError('files', `matches no file: ${listed(patterns.lines.map((pattern) => wording_quoted(pattern, 80)))}. ${count(total, 'file')} looked at.`, 'Correct the pattern, or add a runbook: a pattern begins at the repository’s root, upper and lower case differ, `*` ' +
            'stays inside a folder, and `**` does not.');
    }
    for (const line of kind === 'full' ? patterns.unused : []) {
        const message = `The pattern ${wording_quoted(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`;
        findings.diagnose({ level: 'warning', message });
    }
}

// EXTERNAL MODULE: ./src/runbook/runbook.ts + 9 modules
var runbook = __webpack_require__(9006);
// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
;// CONCATENATED MODULE: ./src/cli/options.ts






const COMMANDS = ['plan', 'sync', 'check', 'export'];
/** Inputs that make no sense without a workflow, and the token, which command lines would show to others on the machine. */
const NO_OPTIONS = ['token', 'root', 'mode', 'environment', 'removed', 'token-expires-on', 'github-token'];
const { inputs } = (0,dist/* parse */.qg)((0,external_node_fs_.readFileSync)(__webpack_require__.ab + "action.yml", 'utf8'));
/** The names of the inputs that are options. */
const INPUT_OPTIONS = Object.keys(inputs).filter((name) => !NO_OPTIONS.includes(name));
/** Of inputs that have another default here. */
const options_DEFAULTS = {
    'base-url': '`RUNBOOK_SYNC_BASE_URL`',
    'manual-edits': '`save` with `--saved`, else `refuse`'
};
/** All options, each with its value; a flag has none. */
const options_OPTIONS = {
    saved: ['DIR', 'Folder in which `sync` saves the texts of the assistant that it replaces.'],
    'allow-stale': ['', 'Lets `sync` send HEAD although the branch of the remote has another commit.'],
    repository: ['NAME', 'Repository for links, `owner/name`. Default: from the remote, or GitLab’s variables.'],
    'server-url': ['URL', 'Server for links. Default: from the remote, or GitLab’s variables.'],
    branch: ['NAME', 'Branch for links, to be compared with HEAD. Default: the default branch of the remote.'],
    json: ['', 'Writes the report as JSON to standard output, and everything else to standard error.'],
    help: ['', 'Shows this text.'],
    ...Object.fromEntries(INPUT_OPTIONS.map((name) => {
        const { description = '', default: value = '' } = inputs[name] ?? {};
        return [name, ['VALUE', `${description} Default: ${options_DEFAULTS[name] ?? `\`${value}\``}.`]];
    }))
};
function helpText() {
    const options = Object.entries(options_OPTIONS).map(([name, [value, meaning]]) => {
        const lines = meaning.replace(/\s+/g, ' ').replace(/(.{1,100})(?: |$)/g, '      $1\n');
        return `  ${joined([`--${name}`, value])}\n${lines}`;
    });
    return `Usage: runbook-sync plan|sync|check [options]
       runbook-sync export DIR [options]

  plan        says what a sync would do, and writes nothing
  sync        delivers the runbooks of HEAD
  check       checks the token, and counts the entries
  export DIR  writes each entry that no runbook has as a Markdown file

The token comes from RUNBOOK_SYNC_TOKEN, the address also from RUNBOOK_SYNC_BASE_URL. A plan works without both.
Exit codes: 0 all is there, or a plan that would send; 1 something is missing, refused or incomplete; 2 wrong use.

${options.join('')}`;
}
/**
 * Undefined where help is asked for.
 *
 * @throws {ActionError} of kind `input`.
 */
function readCommand(args, env) {
    const { values, positionals } = parsed(args);
    if (values['help'] === true || args.length === 0)
        return undefined;
    const text = (option, form = /(?:)/) => {
        if (values[option] === undefined)
            return undefined;
        const value = [values[option]].flat().join('\n');
        if (form.test(value))
            return value;
        throw usageError(`\`--${option}\` cannot be used as it is.`, SEE_HELP);
    };
    const [first, folder = '', ...rest] = positionals;
    const name = COMMANDS.find((command) => command === first);
    // Its word may be a token in the wrong place.
    if (name === undefined)
        throw usageError('There is no command of this name.', `Choose one of ${COMMANDS.join(', ')}.`);
    if (rest.length > 0 || (name === 'export') !== (folder !== '')) {
        throw usageError(`\`${name}\` takes ${name === 'export' ? 'one folder' : 'no further argument'}.`, SEE_HELP);
    }
    if (name === 'sync' && env['GITHUB_ACTIONS'] === 'true') {
        const message = '`sync` does not run in GitHub Actions, where it would keep no record of what it delivers.';
        throw usageError(message, 'Use the Action: `uses: runbook-sync/runbook-sync@v1`. `plan` and `check` run here.');
    }
    const saved = text('saved', /\S/);
    const edits = text('manual-edits')?.trim() ?? '';
    const isSafe = name !== 'sync' || saved !== undefined;
    if (edits.toLowerCase() === 'save' && !isSafe) {
        throw usageError('`--manual-edits save` needs a folder for the texts.', 'Add `--saved DIR`.');
    }
    const given = {
        token: env['RUNBOOK_SYNC_TOKEN'],
        'base-url': text('base-url') ?? env['RUNBOOK_SYNC_BASE_URL'],
        // An empty value would mean the default of the Action, which saves.
        'manual-edits': edits || (isSafe ? 'save' : 'refuse'),
        environment: 'none'
    };
    return {
        ...{ name, folder, saved, allowStale: values['allow-stale'] === true },
        inputs: readInputs((input) => given[input] ?? text(input) ?? '', () => undefined),
        repository: text('repository', /^[\w.-]+(?:\/[\w.-]+)+$/),
        serverUrl: text('server-url', /^https?:\/\/[^\s/@?#][^\s@?#]*$/)?.replace(/\/+$/, ''),
        branch: text('branch', /^[^-\p{Cc}\s][^\p{Cc}\s]*$/u)
    };
}
const SEE_HELP = 'See `runbook-sync --help`.';
function parsed(args) {
    if (args.some((arg) => /^--token(?:=|$)/.test(arg))) {
        const message = 'The token is no option: others on this machine see command lines.';
        throw usageError(message, 'Set RUNBOOK_SYNC_TOKEN instead.');
    }
    const options = Object.fromEntries(Object.entries(options_OPTIONS).map(([name, [value]]) => [
        name,
        { type: value === '' ? 'boolean' : 'string', multiple: name === 'files' }
    ]));
    try {
        return (0,external_node_util_.parseArgs)({ args, options, allowPositionals: true });
    }
    catch (error) {
        // The first sentence; the others advise on positional arguments.
        const [sentence = ''] = errors_messageOf(error).split(/\.(?:\s|$)/, 1);
        throw usageError(`${sentence}.`, SEE_HELP);
    }
}
/** Wrong use of the command line. */
function usageError(message, hint) {
    return new errors_ActionError('input', message, hint);
}

// EXTERNAL MODULE: ./node_modules/@actions/http-client/lib/proxy.js
var lib_proxy = __webpack_require__(9783);
// EXTERNAL MODULE: external "node:zlib"
var external_node_zlib_ = __webpack_require__(8522);
// EXTERNAL MODULE: ./node_modules/undici/index.js
var undici = __webpack_require__(4371);
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
    return Promise.race([reading.catch(() => none), (0,promises_.setTimeout)(1000, none, { ref: false })]);
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
var p_queue_dist = __webpack_require__(9052);
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
        this.#queue = new p_queue_dist/* default */.Ay({ concurrency });
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
    const said = errors_messageOf(error);
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
            return new errors_ActionError('out-of-time', message, patience_RUN_AGAIN);
        }
        const most = this.#hasSucceeded ? LONGEST : Math.max(FIRST, 2 * this.#timeout);
        if (performance.now() - (this.#since ?? Infinity) <= most)
            return undefined;
        const message = `No request succeeded for ${Math.round(most / 60_000)} min. The last failure: ${failure.message}`;
        return new errors_ActionError('out-of-time', message, failure.kind === 'unreachable' ? failure.hint : patience_RUN_AGAIN);
    }
}
function retryAfterError(retryAfter) {
    const days = Math.round(retryAfter / 86_400_000);
    const time = days < 2 ? `${Math.round(retryAfter / 1000)} s` : days < 1000 ? `${days} days` : 'more than 1,000 days';
    const message = `The service asks to wait ${time} before the next request (Retry-After); a run waits ten minutes at most.`;
    return new errors_ActionError('out-of-time', message, 'Run the job again after that time: it then delivers what is pending.');
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
        this.end(new errors_ActionError('cancelled', 'The connection to the service was closed.', 'Run the job again.'));
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
        await (0,promises_.setTimeout)(Math.random() * longest, undefined, { signal: this.#stop.signal }).catch(() => undefined);
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
        this.end(new errors_ActionError('cancelled', 'The job was cancelled.', 'Run it again: it then delivers what is pending.'));
    };
}

;// CONCATENATED MODULE: ./src/cli/address.ts
/**
 * Where a repository is, by the URL of its remote: `https://host/owner/name.git`, `ssh://git@host/owner/name` or
 * `git@host:owner/name.git`. Undefined for a folder of this machine.
 */
function address_addressOf(url) {
    const [, scheme = 'ssh', host = '', path = ''] = /^(https?|ssh|git):\/\/(?:[^/]*@)?([^/@]+)\/(.+)$/i.exec(url) ??
        /^()(?:[^/@:]+@)?([^/@:]{2,}):(?!\/\/)(.+)$/.exec(url) ??
        [];
    const repository = path.replace(/^\/+|(?:\.git)?\/*$/g, '');
    if (!/^[\w.-]+(?:\/[\w.-]+)+$/.test(repository))
        return undefined;
    const isWeb = scheme.startsWith('http');
    return { repository, serverUrl: `${isWeb ? scheme : 'https'}://${isWeb ? host : host.replace(/:\d+$/, '')}` };
}
/** GitLab as far as an address tells: by the name of the host, or by a group in a group. */
function isGitLab({ repository, serverUrl }) {
    return /^https?:\/\/[^/]*\bgitlab\b/i.test(serverUrl) || repository.split('/').length > 2;
}

;// CONCATENATED MODULE: ./src/cli/checkout.ts












/** Milliseconds for one question. */
const checkout_TIMEOUT = 30_000;
const checkout_execFileAsync = (0,external_node_util_.promisify)(external_node_child_process_.execFile);
/** The repository around the current folder. */
async function locate(command, env) {
    const checkout = await Checkout.around(process.cwd(), env);
    const head = await checkout.head();
    const remote = await checkout.remote();
    const branch = command.branch ?? (await checkout.branch(remote));
    const address = await checkout.address(remote, command);
    return { ...address, checkout, head, remote, branch };
}
/** The repository around a folder, as its user sees it: with the user's configuration and credentials. */
class Checkout {
    /** Absolute path of Git. */
    program;
    gitDir;
    /** Absolute path. */
    root;
    #env;
    /** The variables of a job of GitLab; none elsewhere. */
    #job;
    constructor(program, gitDir, env) {
        this.program = program;
        this.gitDir = gitDir;
        this.root = (0,external_node_path_.dirname)(gitDir);
        // A hook of Git sets the first three.
        const none = { GIT_INDEX_FILE: undefined, GIT_DIR: undefined, GIT_WORK_TREE: undefined };
        this.#env = { ...env, ...none, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };
        this.#job = env['GITLAB_CI'] === 'true' ? env : {};
    }
    /** @throws {ActionError} of kind `input` where there is no repository or no Git. */
    static async around(folder, env) {
        const program = command_findGit(env);
        if (program === undefined)
            throw usageError('Git is not installed on this machine.', 'Install Git 2.36 or newer.');
        const here = await (0,external_node_fs_promises_.realpath)(folder);
        const gitDir = await checkout_findGitDir(here, (0,external_node_path_.parse)(here).root);
        if (gitDir === undefined)
            throw usageError(`${here} is not in a Git repository.`, 'Run this in a clone.');
        const checkout = new Checkout(program, gitDir, env);
        if ((env['CI'] ?? '') === '')
            await checkout.#requireOwner();
        return checkout;
    }
    /** @throws {ActionError} of kind `input` where there is no commit. */
    async head() {
        const head = await this.#ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
        if (head !== undefined)
            return head;
        throw usageError('The repository has no commit, or Git cannot read it.', 'Commit the runbooks first.');
    }
    /** Runbooks that differ from `HEAD`; undefined where Git does not tell. */
    async uncommitted(matches) {
        const status = await this.#ask('status', '--porcelain', '-z', '--no-renames', '--untracked-files=all');
        const paths = status?.split('\0').map((line) => line.slice(3));
        return paths?.filter((path) => path !== '' && matches(path));
    }
    async remote() {
        const remotes = linesOf((await this.#ask('remote')) ?? '');
        return remotes.includes('origin') ? 'origin' : remotes[0];
    }
    /** Where links lead; without a repository where the remote does not tell. */
    async address(remote, { repository, serverUrl }) {
        const url = remote === undefined ? undefined : await this.#ask('remote', 'get-url', remote);
        const known = address_addressOf(url ?? '');
        const { GITLAB_CI, CI_PROJECT_PATH, CI_SERVER_URL } = this.#job;
        const address = {
            repository: repository ?? CI_PROJECT_PATH ?? known?.repository ?? '',
            serverUrl: serverUrl ?? CI_SERVER_URL ?? known?.serverUrl ?? 'https://github.com'
        };
        const hasPipeline = !address.serverUrl.endsWith('//github.com') && (0,external_node_fs_.existsSync)((0,external_node_path_.join)(this.root, '.gitlab-ci.yml'));
        return { ...address, isGitLab: GITLAB_CI !== undefined || hasPipeline || isGitLab(address) };
    }
    /**
     * The default branch of the remote; without a remote, the current branch.
     *
     * @throws {ActionError} of kind `input` where neither is known.
     */
    async branch(remote) {
        const { CI_DEFAULT_BRANCH } = this.#job;
        if (CI_DEFAULT_BRANCH !== undefined)
            return CI_DEFAULT_BRANCH;
        if (remote !== undefined) {
            // Not `--short`, which is longer where a tag has the same name.
            const folder = `refs/remotes/${remote}/`;
            const known = await this.#ask('symbolic-ref', `${folder}HEAD`);
            if (known?.startsWith(folder) === true)
                return known.slice(folder.length);
            const asked = (await this.#ask('ls-remote', '--symref', '--', remote, 'HEAD')) ?? '';
            const [, branch] = /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(asked) ?? [];
            if (branch !== undefined)
                return branch;
        }
        const current = await this.#ask('symbolic-ref', 'HEAD');
        if (current !== undefined)
            return current.replace(/^refs\/heads\//, '');
        throw usageError('HEAD is detached, and the remote does not tell its default branch.', 'Add `--branch NAME`.');
    }
    /** @throws {ActionError} of kind `branch-moved` where the branch of the remote has another commit. */
    async requireCurrent({ head, remote, branch }) {
        const staleError = (why, hint) => new errors_ActionError('branch-moved', why, `${hint} To send ${event_shortId(head)} all the same, add \`--allow-stale\`.`);
        if (remote === undefined) {
            const why = 'The repository has no remote that could tell whether HEAD is current.';
            throw staleError(why, 'Add one with `git remote add`.');
        }
        // A remote may have its URL as its name.
        const shown = withoutCredentials(remote);
        const { problem, stdout } = await this.#run(['ls-remote', '--', remote, `refs/heads/${branch}`]);
        if (problem !== undefined) {
            const why = `The remote ${shown} does not tell where ${branch} is: ${problem}.`;
            throw staleError(why, 'Check that `git fetch` works here.');
        }
        // A pattern of `ls-remote` also matches the end of other names: `refs/heads/a/refs/heads/main`.
        const rows = linesOf(stdout).map((line) => line.split('\t'));
        const [tip] = rows.find(([, ref]) => ref === `refs/heads/${branch}`) ?? [];
        if (tip === head)
            return;
        const place = tip === undefined ? 'does not exist' : `is at ${event_shortId(tip)}`;
        const why = `HEAD is ${event_shortId(head)}, and the branch ${branch} of ${shown} ${place}.`;
        throw staleError(why, 'Pull or push, and run this again; `--branch` names another branch.');
    }
    /**
     * Outside of a CI, Git decides whether the user trusts the repository, whose configuration names programs.
     *
     * @throws {ActionError} of kind `input` for the repository of somebody else.
     */
    async #requireOwner() {
        // All that Git says: the name of a folder may have lines of its own.
        const { stderr } = await this.#run(['rev-parse', '--git-dir'], []);
        if (!/dubious ownership|unsafe repository/.test(stderr))
            return;
        throw usageError(`The repository ${this.root} belongs to another user.`, 'If you trust it: `git config --global --add safe.directory` with this path.');
    }
    async #ask(...args) {
        const { problem, stdout } = await this.#run(args);
        return problem === undefined ? stdout.replace(/\n$/, '') : undefined;
    }
    /** @param place named, Git opens a repository of another user, too, as jobs in containers have it. */
    async #run(args, place = [`--git-dir=${this.gitDir}`, `--work-tree=${this.root}`]) {
        const options = { cwd: this.root, env: this.#env, timeout: checkout_TIMEOUT, maxBuffer: 2 ** 26, windowsHide: true };
        try {
            return await checkout_execFileAsync(this.program, [...place, ...args], options);
        }
        catch (error) {
            const { stderr = '', killed } = error;
            const reason = killed === true ? `no answer in ${checkout_TIMEOUT / 1000} s` : lastLine(stderr);
            return { stdout: '', stderr, problem: reason.replace(/\.$/, '') };
        }
    }
}

;// CONCATENATED MODULE: ./src/cli/session.ts







/** @throws {ActionError} of kind `input` where the token or the address is missing. */
function connect({ command, signal, resources }) {
    const { token, baseUrl } = command.inputs;
    if (token === undefined) {
        throw usageError('RUNBOOK_SYNC_TOKEN is not set.', 'Set it to a token from Settings → Access Tokens of the assistant. `plan` works without one.');
    }
    if (baseUrl === undefined) {
        throw usageError('The address of the assistant’s API is not known.', 'Add `--base-url URL`, or set RUNBOOK_SYNC_BASE_URL. `plan` works without it.');
    }
    const client = new KnowledgeClient({ ...command.inputs, token, baseUrl, signal, trace: () => undefined });
    return { client: resources.use(client), token };
}
/** Opens the repository around the current folder, and says what of it does not count. */
async function openRepository(context) {
    const { command, findings, env, resources } = context;
    const { inputs } = command;
    const place = await locate(command, env);
    const { checkout, head, branch, repository, serverUrl, isGitLab } = place;
    findings.address = { repository, serverUrl };
    const uncommitted = await checkout.uncommitted(new Patterns(inputs.files).matches);
    if (uncommitted === undefined || uncommitted.length > 0) {
        const changed = uncommitted && `${count(uncommitted.length, 'runbook')} with changes: ${listed(uncommitted)}`;
        const message = `Only what is committed counts. ${changed ?? 'Git does not tell which runbooks have changes'}.`;
        findings.diagnose({ level: 'warning', message });
    }
    const job = { repository, serverUrl, sha: head, temp: (0,external_node_os_.tmpdir)(), isPrivate: false };
    const setup = { program: checkout.program, job, token: undefined, env };
    const source = resources.use(await repository_Repository.open(checkout.gitDir, setup));
    // Not the patterns of above: these know which of them the commit does not use.
    const patterns = new Patterns(inputs.files);
    const options = { ...inputs, links: linksOf(context, place), repository, serverUrl, ref: branch, isGitLab };
    return { ...context, inputs, place, job, ref: `refs/heads/${branch}`, source, patterns, options };
}
/** @throws {ActionError} of kind `input` where the command needs the address of the repository, and nothing tells it. */
function linksOf({ command: { name, inputs }, findings }, { repository }) {
    const { links, nameTemplate, sourceLink } = inputs;
    if (repository !== '')
        return links;
    const hint = 'Add `--repository OWNER/NAME`, and `--server-url URL` where it is not on github.com.';
    if (sourceLink || nameTemplate.includes('{repository}') || (name === 'sync' && links === 'absolute')) {
        const message = 'The remote does not tell the address of the repository, which absolute links need.';
        throw usageError(message, `${hint} \`--links keep\` sends links as they are.`);
    }
    if (links === 'absolute') {
        const message = `Relative links stay as they are, because the remote does not tell where the repository is. ${hint}`;
        findings.diagnose({ level: 'warning', message });
    }
    return 'keep';
}

;// CONCATENATED MODULE: ./src/cli/export.ts















/**
 * Writes each entry that no runbook has as a file that a sync would find equal to it. Overwrites nothing.
 *
 * @returns what was done, in a few words.
 */
async function exportEntries(context) {
    const { command, findings } = context;
    const { client, token } = connect(context);
    const session = await openRepository(context);
    const names = await namesOfRunbooks(session);
    const target = await openTarget(session);
    /** Names and texts, hashed: a list may be read again, and memory does not hold a knowledge base. */
    const seen = new Set();
    let leftOut = 0;
    const list = await reading_readList(client, reading_WHOLE, async (page) => {
        for (const entry of page) {
            const text = JSON.stringify([entry.name, entry.content]);
            const key = (0,external_node_crypto_.hash)('sha256', text);
            if (names.has(foldName(entry.name)) || seen.has(key))
                continue;
            seen.add(key);
            const hasToken = token.redact(text) !== text;
            const why = hasToken ? 'it holds the access token' : await writeEntry(entry, target, session);
            if (why === undefined)
                continue;
            leftOut++;
            const name = shorten(token.redact(entry.name), 200);
            findings.diagnose({ level: 'warning', message: `Left out “${name}”: ${why}.` });
        }
    });
    const known = [...list.names].filter((name) => names.has(foldName(name))).length;
    const have = count(known, 'entry has a runbook', 'entries have a runbook');
    const done = `${count(seen.size - leftOut, 'file')} written to ${command.folder}, ${have}`;
    if ('why' in list.extent) {
        const message = `${done}. The export is incomplete: ${list.extent.why}.`;
        throw new errors_ActionError('incomplete', message, 'Run this again. Files that exist stay as they are.');
    }
    const asTheyAre = findings.diagnostics.length === 0 ? ': a sync finds their entries as they are' : '';
    if (leftOut === 0)
        return `${done}. Commit the files${asTheyAre}.`;
    throw new errors_ActionError('incomplete', `${done}, ${wording_format(leftOut)} left out.`, 'The lines above say why.');
}
/** As a service may take them for the same. */
async function namesOfRunbooks({ place, source, patterns, options, findings }) {
    const { files: selected } = await source.list(place.head, patterns.matches);
    const reader = new reader_RunbookReader(source, options);
    await reader.prefetch(selected);
    const readings = await reader.names(selected, () => false);
    if (readings.some(([, { kind }]) => kind === 'refused')) {
        const message = 'Some runbooks cannot be read, and their entries may be exported again: `plan` names them.';
        findings.diagnose({ level: 'warning', message });
    }
    return new Set(readings.flatMap(([, reading]) => ('name' in reading ? foldName(reading.name ?? '') : [])));
}
async function openTarget({ command: { folder }, place, patterns, findings }) {
    await makeFolder(folder);
    const path = await (0,external_node_fs_promises_.realpath)(folder);
    const inRoot = (0,external_node_path_.relative)(place.checkout.root, path).replaceAll(external_node_path_.sep, '/');
    if (!patterns.matches(external_node_path_.posix.join(inRoot, 'x.md'))) {
        const message = `\`files\` does not select ${folder}: move the files, or add a pattern, before you adopt them.`;
        findings.diagnose({ level: 'warning', message });
    }
    return { path, inRoot, taken: new Set() };
}
/** @returns why the entry is left out, as a clause; undefined where it was written. */
async function writeEntry({ name, content }, { path, inRoot, taken }, { options, findings }) {
    if (content === undefined)
        return 'the list does not show its text';
    if (retirement_note_isRetirementNote(content))
        return 'it says that its runbook is retired';
    const file = fileName(name, taken);
    const readAs = (text) => {
        const result = (0,runbook.readRunbook)(external_node_path_.posix.join(inRoot, file), { kind: 'bytes', bytes: Buffer.from(text) }, options);
        return result.kind === 'runbook' && result.name === name ? spelling_textHash(result.convert().content) : undefined;
    };
    const texts = [content, `---\ntitle: ${JSON.stringify(name)}\n---\n\n${content}`].filter((text) => readAs(text) !== undefined);
    const equal = texts.find((text) => readAs(text) === spelling_textHash(content));
    const text = equal ?? texts[0];
    if (text === undefined)
        return 'no file can have its name or text with these options';
    const isNew = await writeNew((0,external_node_path_.join)(path, file), text).catch((error) => {
        throw usageError(`${file} cannot be written: ${errors_messageOf(error)}.`, 'Choose another folder.');
    });
    if (!isNew)
        return `the file ${file} exists`;
    taken.add(file);
    if (equal === undefined) {
        const message = `A sync would change the text of “${name}” (${file}), such as its relative links.`;
        findings.diagnose({ level: 'warning', message });
    }
    return undefined;
}
/** The name of an entry as far as it is safe on every system; with a hash where another entry has taken it. */
function fileName(name, taken) {
    const slug = composed(name)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .slice(0, 40)
        .toWellFormed()
        .replace(/^-+|-+$/g, '');
    const file = safePath(`${slug || 'entry'}.md`);
    return taken.has(file) ? file.replace(/\.md$/, `-${spelling_textHash(name).replace(/\W/g, '').slice(0, 8)}.md`) : file;
}
/** @throws {ActionError} of kind `input` where it cannot be made. */
async function makeFolder(folder) {
    // With `recursive`, Node tries for ever where a parent that exists takes no folder, as /proc.
    const missing = [];
    for (let path = (0,external_node_path_.resolve)(folder); !(0,external_node_fs_.existsSync)(path); path = (0,external_node_path_.dirname)(path))
        missing.unshift(path);
    try {
        for (const path of missing)
            await (0,external_node_fs_promises_.mkdir)(path);
        if (!(0,external_node_fs_.statSync)(folder).isDirectory())
            throw new Error('a file has its name');
    }
    catch (error) {
        throw usageError(`The folder ${folder} cannot be made: ${errors_messageOf(error)}.`, 'Choose another folder.');
    }
}

// EXTERNAL MODULE: ./node_modules/cli-progress/cli-progress.js
var cli_progress = __webpack_require__(8502);
;// CONCATENATED MODULE: ./src/cli/terminal.ts







/** Milliseconds between two states of the progress bar. */
const INTERVAL = 100;
/** Lines about what needs no person. */
const terminal_MAX_LINES = 20;
const COLORS = { failed: 'red', refused: 'red', pending: 'yellow', warning: 'yellow', notice: 'cyan' };
/** Shows a progress bar while runbooks are sent, on a terminal only. */
class Progress {
    #bar = new cli_progress.SingleBar({
        ...{ format: '{bar} {value} of {total} runbooks', stream: process.stderr, clearOnComplete: true, hideCursor: true },
        ...{ barCompleteChar: '█', barIncompleteChar: '░' }
    });
    #last = performance.now();
    progress = (findings) => {
        if (findings.mode !== 'sync' || performance.now() - this.#last < INTERVAL)
            return;
        this.#last = performance.now();
        const { outcomes } = findings;
        const done = outcomes.filter(({ outcome }) => outcome !== 'pending').length;
        if (!this.#bar.isActive)
            this.#bar.start(outcomes.length, done);
        this.#bar.setTotal(outcomes.length);
        this.#bar.update(done);
    };
    [Symbol.dispose]() {
        this.#bar.stop();
    }
}
/** Writes what a command found: a line for each runbook that needs a person, then the counts, then what to do. */
function report(findings, stream, lastLine = lastLineOf(findings)) {
    /** In colour on a terminal, unless NO_COLOR is set. */
    const paint = (color, text) => (0,external_node_util_.styleText)(color, text, { stream });
    const write = (label, place, text) => {
        const color = label in COLORS ? COLORS[label] : 'dim';
        stream.write(`${joined([paint(color, label.padEnd(9)), shown(text, place)])}\n`);
    };
    const rows = sorted(findings.outcomes);
    const others = rows.filter((row) => row.outcome === 'planned' || isGone(row));
    for (const row of [...rows.filter(outcome_isMissing), ...others.slice(0, terminal_MAX_LINES)]) {
        const { outcome, name, reason, hint } = row;
        const entry = name !== undefined && !reason.includes(name) && `“${shorten(name, 100)}”`;
        write(outcome, placeOf(row), joined([entry, reason, hint]));
    }
    const more = others.length - terminal_MAX_LINES;
    if (more > 0)
        stream.write(`and ${wording_format(more)} more; \`--json\` has all\n`);
    for (const diagnostic of findings.diagnostics)
        write(diagnostic.level, placeOf(diagnostic), diagnostic.message);
    if (findings.range !== undefined) {
        stream.write(`${joined([selectionOf(findings), shown(inventoryOf(findings))], '\n')}\n`);
    }
    const verdict = verdictOf(findings);
    if (verdict === undefined)
        stream.write(`${paint('green', '✓')} ${shown(lastLine)}\n`);
    else
        stream.write(`${paint('red', '✗')} ${shown(verdict.message)}\n  ${shown(verdict.hint)}\n`);
}
/** @param place names a file, and stays as it is. */
function shown(text, place = '') {
    // So do names.
    const parts = text.split(/(“[^”]*”)/).map((part, at) => (at % 2 === 0 ? forTerminals(part) : part));
    return escapeLog(shorten(joined([place, parts.join('')], '  '), 2000));
}
const OPTION = new RegExp(`(?:Input )?\`(${INPUT_OPTIONS.join('|')})(?:: ([^\`]*))?\``, 'g');
/** The core speaks of a job and of its inputs, which are options and a variable here. */
function forTerminals(text) {
    return text
        .replace(/\b([Tt])he job\b/g, '$1his command')
        .replace(/ \(input `token`\)|Input (?=`token`)/g, '')
        .replaceAll('`token`', '`RUNBOOK_SYNC_TOKEN`')
        .replaceAll('`manual-edits: save`', '`--saved DIR`')
        .replace(OPTION, (_, name, value) => `\`--${joined([name, value])}\``);
}

;// CONCATENATED MODULE: ./src/cli/main.ts
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




















/** Each returns what it did, in a sentence; undefined where the findings tell. */
const main_COMMANDS = { plan, sync, check, export: exportEntries };
/** Runs one command. Every error ends here. Returns the exit code. */
async function main(args, { RUNBOOK_SYNC_TOKEN, ...env }) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const progress = new Progress();
        const findings = new Findings({ repository: '', serverUrl: '' }, progress);
        // Also where the options cannot be read: a program waits for the report.
        const json = args.includes('--json');
        let lastLine;
        let work = Promise.resolve(undefined);
        const cancellation = __addDisposableResource(env_1, new Cancellation('The command was cancelled.', () => {
            progress[Symbol.dispose]();
            process.exit(130);
        }), false);
        const { signal } = cancellation;
        const resources = new AsyncDisposableStack();
        resources.use(progress);
        try {
            const command = readCommand(args, { ...env, RUNBOOK_SYNC_TOKEN });
            if (command === undefined) {
                process.stdout.write(helpText());
                return 0;
            }
            prepareProxies(process.env);
            work = main_COMMANDS[command.name]({ command, findings, env, signal, resources });
            lastLine = await cancellation.limit(work);
        }
        catch (error) {
            findings.fail(error);
        }
        await resources.disposeAsync();
        // It removes its temporary files.
        await Promise.race([work.catch(() => undefined), (0,promises_.setTimeout)(1000, undefined, { ref: false })]);
        report(findings, json ? process.stderr : process.stdout, lastLine);
        if (json)
            process.stdout.write(jsonOf(findings));
        if (verdictOf(findings) === undefined)
            return 0;
        return findings.failure?.kind === 'input' && findings.outcomes.length === 0 ? 2 : 1;
    }
    catch (e_1) {
        env_1.error = e_1;
        env_1.hasError = true;
    }
    finally {
        __disposeResources(env_1);
    }
}
async function check(context) {
    const { findings } = context;
    findings.mode = 'check';
    const { client } = connect(context);
    await checkList(client);
    const { size: entries, isComplete } = await reading_readList(client, reading_WHOLE);
    findings.inventory = { entries, isComplete, differing: 0, withoutRunbook: 0, names: [] };
}
async function plan(context) {
    const { command, findings } = context;
    findings.mode = 'plan';
    const { token, baseUrl } = command.inputs;
    const connection = token === undefined || baseUrl === undefined ? undefined : connect(context);
    const session = await openRepository(context);
    const changes = await changesOf(session);
    if (connection === undefined) {
        const message = 'The plan cannot see the knowledge base: set RUNBOOK_SYNC_TOKEN and RUNBOOK_SYNC_BASE_URL to compare.';
        findings.diagnose({ level: 'notice', message });
    }
    const saved = connection && new SavedTexts((0,external_node_os_.tmpdir)(), connection.token, '');
    context.resources.defer(async () => saved?.discard());
    await preview({ ...session, changes, service: connection && saved && { ...connection, saved } });
}
async function sync(context) {
    const { command, findings } = context;
    const { saved, allowStale } = command;
    findings.mode = 'sync';
    const { client, token } = connect(context);
    const session = await openRepository(context);
    const { place } = session;
    if (!allowStale)
        await place.checkout.requireCurrent(place);
    const changes = await changesOf(session);
    findings.addChanges(changes);
    const folder = (0,external_node_path_.resolve)(saved ?? (0,external_node_os_.tmpdir)());
    await makeFolder(folder);
    const texts = new SavedTexts(folder, token, `\`runbook-sync sync\` of commit ${event_shortId(place.head)}`);
    if (saved === undefined)
        context.resources.defer(async () => texts.discard());
    await deliverCommit({ ...session, changes, client, saved: texts }, { orphans: [], isNameInUse: () => false });
    if (!allowStale)
        await place.checkout.requireCurrent(place);
}
/** @throws {ActionError} of kind `input` where the patterns select nothing. */
async function changesOf({ place: { head }, source, patterns, findings }) {
    // Nothing is known of earlier deliveries: the list tells what is there.
    const base = { commit: undefined, open: [], full: 'the command line keeps no records' };
    const changes = await changesSince(source, patterns.matches, head, { ...base, knowsAll: true, isAttributable: false });
    if (changes.selected.files.length === 0)
        await suggestFolder(source, head);
    reportSelection(changes, patterns, findings);
    return changes;
}
/** @throws {ActionError} of kind `input`, where the repository has Markdown in a folder. */
async function suggestFolder(source, head) {
    const { files: markdown } = await source.list(head, (path) => /\/.*\.(?:md|markdown)$/i.test(path));
    const folders = [...Map.groupBy(markdown, ({ path }) => path.slice(0, path.indexOf('/')))];
    const [most] = folders.sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined)
        return;
    const [folder, { length }] = most;
    throw usageError('`files` matches no file.', `Add \`--files '${folder}/**'\`, which selects ${count(length, 'Markdown file')}, or another pattern.`);
}


/***/ }),

/***/ 9006:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  readRunbook: () => (/* binding */ readRunbook),
  withoutSource: () => (/* binding */ withoutSource)
});

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
;// CONCATENATED MODULE: ./src/runbook/text.ts

const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
const SAVE_AS_UTF8 = 'Save it as UTF-8.';
function refused(reason, hint, line) {
    return { kind: 'refused', reason, hint, line };
}
/** Decodes UTF-8 and removes one byte order mark. Refuses other bytes: U+FFFD in a command could do harm. */
function decode(content, maxBytes) {
    const size = content.kind === 'too-large' ? content.size : content.bytes.length;
    if (content.kind === 'too-large' || size > maxBytes) {
        return refused(`The file has ${size} bytes; ${maxBytes} are allowed.`, 'Split it, or raise `max-bytes`.');
    }
    const { bytes } = content;
    if (bytes.toString('latin1', 0, LFS_POINTER.length) === LFS_POINTER) {
        return refused('The file is a Git LFS pointer, not the runbook.', 'Keep runbooks in Git (`git lfs migrate export --include="*.md"`). `lfs: true` on actions/checkout helps only if the ' +
            'Action reads files from the disk: a commit holds the pointer.');
    }
    const nul = bytes.indexOf(0);
    if (nul !== -1) {
        const line = linesOf(bytes.subarray(0, nul)).length;
        return refused('The file contains a NUL byte: it is UTF-16, UTF-32 or binary, not UTF-8.', SAVE_AS_UTF8, line);
    }
    if (!(0,external_node_buffer_.isUtf8)(bytes)) {
        // A line feed is never part of another UTF-8 character.
        const line = linesOf(bytes).findIndex((encoded) => !(0,external_node_buffer_.isUtf8)(Buffer.from(encoded, 'latin1'))) + 1;
        return refused('The file is not UTF-8. It may be Latin-1.', SAVE_AS_UTF8, line);
    }
    return bytes.toString('utf8').replace(/^\uFEFF/, '');
}
/** The lines of a file, with one character for each byte. */
function linesOf(bytes) {
    return bytes.toString('latin1').split('\n');
}

;// CONCATENATED MODULE: ./src/runbook/front-matter.ts


/** In characters. The YAML parser takes about 0.2 s for hostile input of this length. */
const MAX_LENGTH = 16 * 1024;
const noValue = () => '';
const NONE = { end: 0, valueOf: noValue };
const QUOTE = 'Put quotes around a value with special characters: `title: "[P1] Disk: full"`.';
/** By the documented codes of `yaml`. One code covers several mistakes. */
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
 * and `runbook`, and checks the syntax of the others. Refuses `+++` and `---js`, because an entry would begin with their source.
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
    const none = { end, valueOf: noValue };
    if (yaml.trim() === '')
        return none;
    const fields = parseYaml(yaml);
    if (fields !== undefined && 'byKey' in fields)
        return readFields(fields, yaml, end);
    // After a blank line it may be prose between two thematic breaks.
    if (/^[ \t]*\r?\n/.test(yaml))
        return NONE;
    return fields ?? none;
}
/** Parses the syntax: applies no tag, sets no `__proto__`. Undefined for blank lines and comments. */
function parseYaml(yaml) {
    if (yaml.length > MAX_LENGTH) {
        return refused(`The front matter is longer than ${MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1);
    }
    const document = (0,dist/* parseDocument */.Tp)(yaml, { prettyErrors: false });
    const { contents, errors, warnings } = document;
    const error = errors[0] ?? warnings[0];
    if (error !== undefined) {
        const [words, hint] = PROBLEMS[error.code] ?? [error.code, 'Correct it, or remove the front matter.'];
        return refused(`The front matter is not valid YAML: ${words}.`, hint, lineAt(yaml, error.pos[0]));
    }
    if (contents === null)
        return undefined;
    if ((0,dist/* isMap */.jh)(contents))
        return fieldsOf(contents, document);
    return refused('The front matter is not a map.', 'Write `key: value` lines.', 2);
}
/** The fields of a map, and of the maps that `<<` merges those that are not there yet. Visits each node twice. */
function fieldsOf(map, document) {
    const anchors = new Map();
    const targets = new Map();
    (0,dist/* visit */.YR)(document, {
        Node: (_, node) => {
            if ((0,dist/* isAlias */.Vj)(node))
                targets.set(node, anchors.get(node.source));
            else if (node.anchor !== undefined)
                anchors.set(node.anchor, node);
        }
    });
    const resolve = (node) => ((0,dist/* isAlias */.Vj)(node) ? targets.get(node) : node);
    const byKey = new Map();
    // Grows while it is read; holds each map once.
    const maps = new Set([map]);
    for (const { items } of maps) {
        for (const { key, value } of items) {
            const node = resolve(value);
            if (!(0,dist/* isScalar */.jn)(key))
                continue;
            if (key.value === '<<') {
                const merged = (0,dist/* isSeq */.oP)(node) ? node.items.map(resolve) : [node];
                for (const other of merged)
                    if ((0,dist/* isMap */.jh)(other))
                        maps.add(other);
            }
            else if ((0,dist/* isNode */.Ll)(node) && !byKey.has(key.source ?? key.value))
                byKey.set(key.source ?? key.value, node);
        }
    }
    return { byKey, resolve };
}
function readFields({ byKey, resolve }, yaml, end) {
    let title = '';
    let exclusion;
    for (const [key, value] of byKey) {
        if ((0,dist/* isScalar */.jn)(value) && value.value === null)
            continue;
        const text = textOf(value);
        const line = () => lineAt(yaml, value.range?.[0] ?? 0);
        if (key === 'title') {
            if (text === undefined)
                return refused('The `title` is not text.', 'Quote it: `title: "…"`.', line());
            title = text;
        }
        else if (key === 'draft') {
            const draft = toBoolean(text);
            if (draft === undefined) {
                return refused('`draft` is neither true nor false.', 'Write `draft: true`, or remove it.', line());
            }
            if (draft)
                exclusion ??= 'draft: true';
        }
        else if (key === 'runbook' && toBoolean(text) === false) {
            // Other tools use this key, so any other value is allowed.
            exclusion ??= 'runbook: false';
        }
    }
    const valueOf = (key) => {
        const node = byKey.get(key);
        const texts = ((0,dist/* isSeq */.oP)(node) ? node.items : node === undefined ? [] : [node]).map((item) => textOf(resolve(item)));
        // An alias repeats a text: without this bound, the list grows with the square of the front matter.
        if (texts.includes(undefined) || texts.reduce((sum, text = '') => sum + text.length, 0) > MAX_LENGTH)
            return undefined;
        return texts.flatMap((text = '') => text.replace(/\s+/g, ' ') || []).join(', ');
    };
    return { end, ...(title !== '' && { title }), ...(exclusion && { exclusion }), valueOf };
}
/** As the author wrote it; undefined for a list or a map. */
function textOf(node) {
    if (!(0,dist/* isScalar */.jn)(node))
        return undefined;
    return node.value === null ? '' : (node.source ?? '').trim();
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

// EXTERNAL MODULE: ./node_modules/micromark-util-decode-string/index.js + 1 modules
var micromark_util_decode_string = __webpack_require__(1079);
;// CONCATENATED MODULE: ./src/runbook/url.ts

/**
 * Creates a function that resolves the destinations in one file. It returns a URL that is safe in place of the destination, and the
 * decoded path from the repository's root, which is empty for the root. It returns `undefined` for a destination that must stay:
 * another scheme or host, an anchor or query of the same page, a placeholder, or a path outside the repository.
 */
function linkResolver(file, base) {
    const folder = file.split('/').slice(0, -1).map(encodeName);
    const bases = { blob: baseUrl(base, 'blob'), raw: baseUrl(base, 'raw'), tree: baseUrl(base, 'tree') };
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
        const root = bases[isFolder ? 'tree' : image ? 'raw' : 'blob'];
        const target = segments.join('/');
        const url = target === '' ? root : `${root}/${target}${path.endsWith('/') ? '/' : ''}`;
        return { url: url + balance(tail), path: decodePercent(target) };
    };
}
/** The page of a file on its branch. */
function sourceUrl(path, base) {
    return `${baseUrl(base, 'blob')}/${path.split('/').map(encodeName).join('/')}`;
}
/** The URL of the repository's root. */
function baseUrl({ serverUrl, repository, ref, isGitLab = false }, page) {
    return `${serverUrl}/${repository}/${isGitLab ? '-/' : ''}${page}/${ref.split('/').map(encodeName).join('/')}`;
}
/**
 * Whether a destination leads elsewhere: schemes, `//host` (browsers also accept backslashes), control characters, `@site/` of
 * Docusaurus, `~/`, and the placeholders `{{ }}`, `{% %}` and `<% %>`. In angle brackets, `<% %>` is `% %`.
 */
function isExternal(path) {
    return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|^(?:@site|~)\/|\p{Cc}|\{\{|\{%|<%|^%[^]*%$/iu.test(path);
}
/** Splits a destination. The path is decoded as Markdown or HTML; query and fragment are as written. */
function splitTail(written, syntax) {
    const isMarkdown = syntax === 'markdown';
    let path = '';
    let at = 0;
    for (const part of written.match(/\\.|&#?\w+;|[^\\&]+|[^]/g) ?? []) {
        // In HTML a backslash escapes nothing.
        const decoded = isMarkdown || part.startsWith('&') ? (0,micromark_util_decode_string/* decodeString */.s)(part) : part;
        const end = decoded.search(/[?#]/);
        if (end !== -1)
            return { path: path + decoded.slice(0, end), tail: written.slice(at + end) };
        path += decoded;
        at += part.length;
    }
    return { path, tail: '' };
}
/** Encodes the parentheses of a query and fragment if they do not match: one of them would end the link. */
function balance(tail) {
    let depth = 0;
    for (const mark of tail.match(/\\?[()]/g) ?? []) {
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
/** Encodes a part of a path in a link. Keeps percent escapes. Encodes what could end a destination or an attribute. */
function encodeWritten(segment) {
    return segment
        .replace(/%(?![\da-f]{2})/gi, '%25')
        .replace(/[^\w.~!$+,;:@%-]/gu, (character) => encodeURIComponent(character).replace(/[!'()*]/g, encodeCharacter));
}
function encodeCharacter(character) {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
/** Decodes percent escapes. Keeps those that are not UTF-8, because no file matches them. */
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

/** In characters. A run may hold 64 such texts at a time. */
const MAX_CONTENT = 2 ** 24;
/** Whether a text may have a relative destination. Most runbooks have none and need no parser. */
function mayHaveRelativeLinks(markdown) {
    return /\][(:](?![\s<]*(?:[a-z][a-z\d+.-]*:|#|\/\/|\)))|<(?:a|img)[\s/]/i.test(markdown);
}
/**
 * Makes relative links and images absolute, and changes nothing else. Undefined if the text would become too long.
 *
 * @param firstLine of the Markdown in its file.
 */
function makeLinksAbsolute(markdown, destinations, path, base, firstLine) {
    const resolve = linkResolver(path, base);
    const targets = [];
    const parts = [];
    let length = markdown.length;
    let end = 0;
    let line = firstLine;
    for (const destination of destinations) {
        const { from, to } = destination;
        const resolved = resolve(markdown.slice(from, to), destination);
        if (resolved === undefined)
            continue;
        length += resolved.url.length;
        if (length > MAX_CONTENT)
            return undefined;
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

// EXTERNAL MODULE: ./node_modules/micromark/lib/preprocess.js
var preprocess = __webpack_require__(2192);
// EXTERNAL MODULE: ./node_modules/micromark/lib/postprocess.js
var postprocess = __webpack_require__(5387);
// EXTERNAL MODULE: ./node_modules/micromark/lib/parse.js + 34 modules
var parse = __webpack_require__(9627);
// EXTERNAL MODULE: ./node_modules/micromark-extension-gfm/index.js + 3 modules
var micromark_extension_gfm = __webpack_require__(1772);
// EXTERNAL MODULE: ./node_modules/micromark-extension-gfm-footnote/lib/syntax.js
var syntax = __webpack_require__(2429);
// EXTERNAL MODULE: ./node_modules/micromark-extension-gfm-table/lib/syntax.js + 2 modules
var lib_syntax = __webpack_require__(7749);
// EXTERNAL MODULE: ./node_modules/micromark-util-normalize-identifier/index.js
var micromark_util_normalize_identifier = __webpack_require__(31);
;// CONCATENATED MODULE: ./src/runbook/complexity.ts
/** They take about three seconds. Of 10,341 public documents, one has more: minutes of meetings with 264 KB of nested lists. */
const MAX_STEPS = 250_000_000;
/** In characters. A longer text needs a GiB of memory or more. */
const complexity_MAX_LENGTH = 1024 * 1024;
/** Characters that become elements of a paragraph. */
const MARKS = /[\\`<&[\]!|*_~]/g;
/** From each of these, micromark may read to the end of the paragraph or back to its start. */
const SEARCHES = /`+|[<\]]/g;
/** Markers of block quotes, lists and footnotes; underlines of headings; definitions. */
const CONTAINERS = /^[ \t]*(?:(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t\n]|$)|\[\^[^\]\s]+\]:)[ \t]*)+|^[ \t]*[=-](?=[=-]*[ \t]*$)|\]:/gm;
/** Whether micromark could take more than about five seconds. Counts decide, so that all machines send the same text. */
function isTooComplex(text) {
    return text.length > complexity_MAX_LENGTH || stepsOf(text) > MAX_STEPS;
}
/**
 * Estimates how many steps of about 12 ns micromark takes at most. It takes quadratic time for the brackets, tags and code spans of a
 * paragraph. It also does for containers: where one ends, micromark moves all elements of the document.
 */
function stepsOf(text) {
    let elements = 0;
    let searches = 0;
    let containers = 0;
    // No paragraph contains a blank line.
    for (const block of text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
        const lines = count(block, /\n/g) + 2;
        const marks = count(block, MARKS);
        let markers = 0;
        for (const [prefix] of block.matchAll(CONTAINERS)) {
            const depth = count(prefix, /[^ \t]/g);
            markers += depth;
            // For each marker of a list, micromark looks for a thematic break in the rest of the line.
            searches += 16 * depth * depth;
        }
        elements += 3 * lines + marks + markers;
        searches += count(block, SEARCHES) * block.length + lines * marks;
        // An indented block may continue a container. Any line may then end it.
        if (markers > 0 || /^\n?[ \t]/.test(block))
            containers += lines + markers;
    }
    return elements * 2000 + searches + elements * containers;
}
function count(text, pattern) {
    return text.match(pattern)?.length ?? 0;
}

;// CONCATENATED MODULE: ./src/runbook/html.ts
/** The elements with destinations, and the attributes that hold them. */
const ATTRIBUTES = { a: 'href', img: 'src' };
/** Elements whose content is not HTML. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp']);
/**
 * Finds the values of `<a href>` and `<img src>` as browsers read HTML. Ignores `srcset` and other elements. Takes linear time,
 * because it never reads a character twice after an incomplete tag.
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
/** Finds where the attributes of a tag end, and the first value of `wanted` without its quotes. */
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

;// CONCATENATED MODULE: ./src/runbook/markdown.ts







/** Without emphasis: it takes quadratic time and never decides about a link. */
const FOR_LINKS = [(0,lib_syntax/* gfmTable */.x)(), (0,syntax/* gfmFootnote */.r)(), { disable: { null: ['attention'] } }];
const FOR_TEXT = [(0,micromark_extension_gfm/* gfm */.T)()];
/** Parses Markdown with tables and footnotes, as GitHub does. */
function parseMarkdown(text) {
    if (isTooComplex(text))
        return { destinations: [], headings: [], labels: [], isTooComplex: true };
    // micromark does not count a byte order mark at the start.
    const chunks = (0,preprocess/* preprocess */.v)()(text.replace(/^\uFEFF/, ' '), undefined, true);
    const events = (0,postprocess/* postprocess */._)((0,parse/* parse */.q)({ extensions: FOR_LINKS }).document().write(chunks));
    return { ...readLinks(events, text), headings: readHeadings(events, text), isTooComplex: false };
}
/** Parses the source of a heading. `labels` are the normalized labels of the definitions. */
function parseInline(source, labels) {
    const parser = (0,parse/* parse */.q)({ extensions: FOR_TEXT });
    parser.defined = [...labels];
    return parser.text().write((0,preprocess/* preprocess */.v)()(source, undefined, true));
}
function readLinks(events, text) {
    const found = [];
    const labels = [];
    const imageLabels = new Set();
    /** The links and images that contain the event, with the label of their definition. */
    const open = [];
    for (const [kind, token, context] of events) {
        const type = token.type;
        const [from, to] = [token.start.offset, token.end.offset];
        const innermost = open.at(-1);
        if (kind === 'enter') {
            if (type === 'link' || type === 'image')
                open.push({ image: type === 'image', label: '' });
            continue;
        }
        switch (type) {
            case 'labelText':
            case 'referenceString':
                if (innermost !== undefined)
                    innermost.label = context.sliceSerialize(token);
                break;
            case 'resource':
                if (innermost !== undefined)
                    innermost.label = '';
                break;
            case 'resourceDestinationString':
                found.push({ from, to, image: innermost?.image === true, syntax: 'markdown' });
                break;
            case 'link':
            case 'image':
                open.pop();
                if (innermost?.image === true)
                    imageLabels.add((0,micromark_util_normalize_identifier/* normalizeIdentifier */.B)(innermost.label));
                break;
            case 'definitionLabelString':
                labels.push((0,micromark_util_normalize_identifier/* normalizeIdentifier */.B)(context.sliceSerialize(token)));
                break;
            case 'definitionDestinationString':
                found.push({ from, to, image: false, syntax: 'markdown', label: labels.at(-1) ?? '' });
                break;
            case 'htmlFlow':
            case 'htmlText':
                for (const html of htmlDestinations(text.slice(from, to))) {
                    found.push({ from: from + html.from, to: from + html.to, image: html.image, syntax: 'html' });
                }
        }
    }
    // A definition that an image uses counts as an image.
    const destinations = found.map(({ label, ...destination }) => label !== undefined && imageLabels.has(label) ? { ...destination, image: true } : destination);
    return { destinations, labels };
}
const markdown_CONTAINERS = ['blockQuote', 'listOrdered', 'listUnordered', 'gfmFootnoteDefinition'];
function readHeadings(events, text) {
    const headings = [];
    let depth = 0;
    let source = '';
    for (const [kind, token] of events) {
        const type = token.type;
        const from = token.start.offset;
        if (markdown_CONTAINERS.includes(type))
            depth += kind === 'enter' ? 1 : -1;
        if (depth > 0)
            continue;
        if (kind === 'enter') {
            if (type === 'atxHeading' || type === 'setextHeading')
                source = '';
        }
        else if (type === 'atxHeadingText' || type === 'setextHeadingText') {
            source = text.slice(from, token.end.offset);
        }
        else if (type === 'atxHeading' ? !text.startsWith('##', from) : type === 'setextHeadingLineSequence' && text[from] === '=') {
            headings.push(source);
        }
    }
    return headings;
}

// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ./src/runbook/name.ts


/** A longer name is a paragraph that became a heading by mistake. */
const name_MAX_LENGTH = 1000;
/** Whether a file stands for its folder. */
function isIndex(path) {
    return /^(?:readme|_?index)$/i.test(external_node_path_.posix.parse(path).name);
}
/**
 * Fills in a checked template. Refuses an empty name and control characters. Without a title, a README or index file has
 * the name of its folder, and another file has its own name. Calls `findTitle` only if the template uses the title.
 */
function nameOf({ nameTemplate, repository }, path, findTitle) {
    const { dir, name: stem } = external_node_path_.posix.parse(path);
    const fallback = isIndex(path) ? external_node_path_.posix.basename(dir === '' ? repository : dir) : stem;
    // A long title in a repeated variable could exceed the memory. A space at the cut would be trimmed.
    const title = nameTemplate.includes('{title}') ? collapse(findTitle() ?? fallback).slice(0, name_MAX_LENGTH + 2) : '';
    const values = new Map(Object.entries({ title, path, dir, stem, repository }));
    const name = collapse(nameTemplate.replace(/\{(\w+)\}/g, (_, variable) => values.get(variable) ?? ''));
    if (name.length > name_MAX_LENGTH)
        return refusedName(`is longer than ${name_MAX_LENGTH} characters`);
    if (/\p{Cc}|\p{Cs}/u.test(name))
        return refusedName('contains a control character');
    if (/^[\p{Cf}\p{Z}]*$/u.test(name))
        return refusedName('is empty');
    return name;
}
function refusedName(words) {
    return refused(`The name ${words}.`, 'Add a `title` to the front matter, or change `entry-name`.');
}
function collapse(text) {
    return text.replace(/\s+/g, ' ').trim();
}

;// CONCATENATED MODULE: ./src/runbook/title.ts



/** In characters. Most texts have their first H1 in this range. */
const MAX_HEAD = 4096;
/** In characters. A longer heading is no name. It would take micromark quadratic time. */
const MAX_HEADING = 4096;
/** Of these, the first ones may have no text, such as a logo. */
const MAX_HEADINGS = 20;
/** The first line that can be an H1, or the underline of one. */
const H1_LINE = /(?:^|[\r\n]) {0,3}(?:#(?:[ \t][^\r\n]*)?|=+[ \t]*)(?=[\r\n]|$)/;
const CLOSING_SEQUENCE = /(?:^|[ \t])#+[ \t]*$/;
/** `# Title {#id}` of Docusaurus and MkDocs. */
const HEADING_ID = /\{[ \t]*#[^\s{}]+[ \t]*\}\s*$/;
/**
 * The plain text of the first H1 that has any. Headings in lists, block quotes and code do not count. Parses no more than
 * necessary, because each run needs the titles of all runbooks.
 *
 * @param parseAll parses the whole text.
 */
function findTitle(markdown, parseAll) {
    const line = H1_LINE.exec(markdown);
    if (line === null)
        return undefined;
    const head = markdown.slice(0, line.index + line[0].length);
    // The definition of a reference may be anywhere.
    const isReference = head.includes('[') && markdown.includes(']:');
    const title = firstText(headingsOf(head, line[0].trim()), isReference ? parseAll().labels : []);
    if (title !== undefined)
        return title;
    const { headings, labels } = parseAll();
    return firstText(headings, labels);
}
/** The H1s of a text that ends with the line `last`. */
function headingsOf(head, last) {
    if (last.startsWith('#') && head.trim() === last)
        return [last.slice(1).replace(CLOSING_SEQUENCE, '')];
    return head.length > MAX_HEAD ? [] : parseMarkdown(head).headings;
}
function firstText(headings, labels) {
    for (const heading of headings.slice(0, MAX_HEADINGS)) {
        const text = collapse(plainText(heading.trim().replace(HEADING_ID, ''), labels));
        if (text !== '')
            return text;
    }
    return undefined;
}
/** Of these, readers see no text. */
const HIDDEN = ['resource', 'reference', 'htmlText'];
const TEXTS = ['data', 'codeTextData', 'characterEscapeValue', 'autolinkProtocol', 'autolinkEmail'];
const GFM_TEXTS = ['literalAutolinkHttp', 'literalAutolinkWww', 'literalAutolinkEmail'];
/** Text as readers see it: without markup and HTML, images as their alternative text. */
function plainText(source, labels) {
    if (source.length > MAX_HEADING)
        return source.slice(0, 2 * MAX_HEADING);
    if (!/[\\`*_~<&[]/.test(source))
        return source;
    let text = '';
    let hidden = 0;
    for (const [kind, token, context] of parseInline(source, labels)) {
        const type = token.type;
        if (HIDDEN.includes(type))
            hidden += kind === 'enter' ? 1 : -1;
        if (kind === 'enter' || hidden > 0)
            continue;
        if (TEXTS.includes(type) || GFM_TEXTS.includes(type))
            text += context.sliceSerialize(token);
        if (type === 'characterReference')
            text += (0,micromark_util_decode_string/* decodeString */.s)(context.sliceSerialize(token));
        if (type === 'lineEnding')
            text += ' ';
    }
    return text;
}

;// CONCATENATED MODULE: ./src/runbook/runbook.ts







const TOO_COMPLEX = 'The Markdown is too long or too deeply nested to parse. Its links stay as they are, and only `# …` on its first line is ' +
    'its title. Split the file.';
/** Reads one file as a runbook. `path` begins at the repository's root and has slashes. */
function readRunbook(path, content, options) {
    const text = decode(content, options.maxBytes);
    if (typeof text !== 'string')
        return text;
    const frontMatter = readFrontMatter(text);
    if ('kind' in frontMatter)
        return frontMatter;
    const { end } = frontMatter;
    const markdown = text.slice(end);
    let document;
    const parseOnce = () => (document ??= parseMarkdown(markdown));
    const name = nameOf(options, path, () => frontMatter.title ?? findTitle(markdown, parseOnce));
    const skipped = { kind: 'skipped', name: typeof name === 'string' ? name : undefined };
    if (frontMatter.exclusion !== undefined)
        return { ...skipped, reason: frontMatter.exclusion };
    if (markdown.trim() === '') {
        // Static site generators need an index page in each folder, often without text.
        if (isIndex(path))
            return { ...skipped, reason: 'index page without text' };
        return { ...skipped, reason: 'no text', hint: 'Write some, or remove the file.' };
    }
    if (typeof name !== 'string')
        return name;
    const wanted = typeof options.frontMatter === 'string' ? [] : options.frontMatter;
    const keys = wanted.filter((key) => frontMatter.valueOf(key) !== '');
    const convert = () => {
        const firstLine = text.slice(0, end).split('\n').length;
        const { destinations } = options.links === 'keep' || !mayHaveRelativeLinks(markdown) ? { destinations: [] } : parseOnce();
        const converted = makeLinksAbsolute(markdown, destinations, path, options, firstLine);
        const above = options.frontMatter === 'keep' ? text.slice(0, end) : listOf(keys, frontMatter.valueOf, markdown);
        const body = converted?.content ?? markdown;
        const isTooComplex = converted === undefined || document?.isTooComplex === true;
        return {
            content: above +
                (options.sourceLink ? `${withoutSource(body, path, options).trimEnd()}${sourceLine(path, options)}` : body),
            targets: converted?.targets ?? [],
            warnings: [
                ...(isTooComplex ? [TOO_COMPLEX] : []),
                ...keys.filter((key) => frontMatter.valueOf(key) === undefined).map((key) => `\`${key}\` ${NESTED}`)
            ]
        };
    };
    return { kind: 'runbook', name, keys, convert };
}
const NESTED = 'in the front matter is nested, and left out of the entry. Write text, or a list of texts.';
/** Values of the front matter as a list above the text; empty without any. */
function listOf(keys, valueOf, markdown) {
    const items = keys.flatMap((key) => {
        const value = valueOf(key);
        return value === undefined ? [] : `- **${key.slice(0, 1).toUpperCase()}${key.slice(1)}:** ${value}\n`;
    });
    if (items.length === 0)
        return '';
    // A list or an indented line would become a part of the list above it.
    return `${items.join('')}\n${/^(?: ?-\s| {2}|\t)/.test(markdown) ? '<!-- -->\n\n' : ''}`;
}
/** A text without the last line that `source-link` adds: somebody may have adopted the text of an entry, line included. */
function withoutSource(text, path, base) {
    const [line, rest] = [sourceLine(path, base).trim(), text.trimEnd()];
    return rest.endsWith(`\n${line}`) ? rest.slice(0, -line.length) : text;
}
/** The line depends on the path and the branch alone, so that the entry changes with the runbook only. */
function sourceLine(path, base) {
    const shown = path.replace(/\p{C}/gu, '\ufffd').replace(/[\\`*[\]<>&~]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\$&');
    return `\n\nSource: [${shown}](${sourceUrl(path, base)})\n`;
}


/***/ })

};
