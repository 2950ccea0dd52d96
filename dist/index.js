import { createRequire as __WEBPACK_EXTERNAL_createRequire } from "module";
/******/ var __webpack_modules__ = ({

/***/ 4320:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   HR: () => (/* binding */ Failure),
/* harmony export */   aY: () => (/* binding */ invalidInput),
/* harmony export */   bD: () => (/* binding */ messageOf)
/* harmony export */ });
/**
 * The failures a person can act on. Each says what happened, to what, and what to do now; `main.ts` catches them in one
 * place and shows `message` and `remedy`, never a stack trace. Anything else that is thrown is a defect of the Action.
 */
class Failure extends Error {
    name = 'Failure';
    kind;
    /** What to do now, in the words of the person who reads it. */
    remedy;
    constructor(kind, message, remedy, options) {
        super(message, options);
        this.kind = kind;
        this.remedy = remedy;
    }
}
/** A failure that names the input at fault: `problem` completes the sentence "Input `x` …". */
function invalidInput(input, problem, remedy) {
    return new Failure('input', `Input \`${input}\` ${problem}`, remedy);
}
/** The message of anything thrown, for use inside a `Failure`'s own; never its stack. */
function messageOf(error) {
    return error instanceof Error ? error.message : String(error);
}


/***/ }),

/***/ 9407:
/***/ ((module, __unused_webpack___webpack_exports__, __nccwpck_require__) => {

__nccwpck_require__.a(module, async (__webpack_handle_async_dependencies__, __webpack_async_result__) => { try {
/* harmony import */ var _main_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6345);

await (0,_main_js__WEBPACK_IMPORTED_MODULE_0__/* .run */ .e)();

__webpack_async_result__();
} catch(e) { __webpack_async_result__(e); } }, 1);

/***/ }),

/***/ 8232:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ DeliveryFailure)
/* harmony export */ });
/* harmony import */ var _failures_js__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(4320);

/** A request that failed for good. */
class DeliveryFailure extends _failures_js__WEBPACK_IMPORTED_MODULE_0__/* .Failure */ .HR {
    attempts;
    ends;
    constructor({ kind, message, remedy, attempts, ends, cause }) {
        super(kind, message, remedy, cause === undefined ? undefined : { cause });
        this.attempts = attempts;
        this.ends = ends;
    }
}


/***/ }),

/***/ 6345:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {


// EXPORTS
__nccwpck_require__.d(__webpack_exports__, {
  e: () => (/* binding */ run)
});

;// CONCATENATED MODULE: external "node:os"
const external_node_os_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:os");
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/command.js
var command = __nccwpck_require__(9635);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/file-command.js
var file_command = __nccwpck_require__(2902);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/summary.js
var summary = __nccwpck_require__(1170);
// EXTERNAL MODULE: ./node_modules/@actions/core/lib/utils.js
var utils = __nccwpck_require__(4679);
;// CONCATENATED MODULE: ./src/core.ts
/**
 * What a step says to the runner, as `@actions/core` says it. The parts that have something to get right (how commands and
 * values are escaped, the files that they are written to, the summary) are its own, from the files that they are in: its
 * index also loads an HTTP client for OpenID Connect, which takes longer than all else that most runs do.
 * `__tests__/core.test.ts` holds what is here against that index.
 */






/** Empty where it is not given. */
function getInput(name, { trimWhitespace = true } = {}) {
    const value = process.env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '';
    return trimWhitespace ? value.trim() : value;
}
/** @throws where the runner's file cannot be written. */
function setOutput(name, value) {
    (0,file_command/* issueFileCommand */.n)('OUTPUT', (0,file_command/* prepareKeyValueMessage */.v)(name, value));
}
/** Has the runner print `***` for it from now on. */
function setSecret(secret) {
    (0,command/* issueCommand */.L)('add-mask', {}, secret);
}
/** The process goes on, and ends with 1. */
function setFailed(message) {
    process.exitCode = 1;
    error(message);
}
function isDebug() {
    return process.env['RUNNER_DEBUG'] === '1';
}
function info(line) {
    process.stdout.write(line + external_node_os_namespaceObject.EOL);
}
function debug(message) {
    (0,command/* issueCommand */.L)('debug', {}, message);
}
function notice(message, properties = {}) {
    (0,command/* issueCommand */.L)('notice', (0,utils/* toCommandProperties */.k)(properties), message);
}
function warning(message, properties = {}) {
    (0,command/* issueCommand */.L)('warning', (0,utils/* toCommandProperties */.k)(properties), message);
}
function error(message, properties = {}) {
    (0,command/* issueCommand */.L)('error', (0,utils/* toCommandProperties */.k)(properties), message);
}

// EXTERNAL MODULE: ./src/failures.ts
var failures = __nccwpck_require__(4320);
;// CONCATENATED MODULE: ./src/changes/range.ts
const BRANCH = 'refs/heads/';
/**
 * The branch whose head a run delivers, and looks up again at the end. On other branches than the default one a plan is
 * about the commit that was pushed, and so are all runs for tags and proposals.
 */
function followedBranch(job, mode) {
    const { trigger, ref, defaultBranch } = job;
    if (!ref.startsWith(BRANCH))
        return undefined;
    if (trigger.kind !== 'push' && trigger.kind !== 'other')
        return undefined;
    const branch = ref.slice(BRANCH.length);
    const isDefault = branch === defaultBranch || (trigger.kind === 'other' && trigger.name === 'schedule');
    return mode === 'sync' || isDefault ? branch : undefined;
}
/** What to ask, in the order of who decides: the event that leaves nothing, the inputs, the event. */
function questionOf(job, { scope, since, shard }, branch, mode) {
    const { trigger, ref } = job;
    if (trigger.kind === 'push' && trigger.deleted) {
        return { kind: 'nothing', why: `${shortRef(ref)} was deleted` };
    }
    if (shard !== undefined)
        return { kind: 'whole', why: '`shard` is for whole syncs' };
    if (scope === 'all')
        return { kind: 'whole', why: '`scope: all`' };
    if (since !== undefined)
        return { kind: 'since', name: since };
    switch (trigger.kind) {
        case 'push':
            if (branch !== undefined)
                return { kind: 'last-success', branch };
            // Where a tag stood before says nothing of what was delivered from there.
            return mode === 'sync'
                ? { kind: 'whole', why: 'a tag has no earlier runs to go by' }
                : { kind: 'push', before: trigger.before };
        case 'pull-request':
            return { kind: 'proposal', what: 'this pull request', base: trigger.base, head: trigger.head };
        case 'merge-group':
            return { kind: 'proposal', what: 'this merge group', base: trigger.base, head: trigger.head };
        case 'untrusted':
            return { kind: 'whole', why: `the event ${trigger.name} names no commits` };
        case 'other':
            return scope === 'changed' && branch !== undefined
                ? { kind: 'last-success', branch }
                : { kind: 'whole', why: `the event ${trigger.name} names no commits` };
    }
}
/** As Git shows it to people. */
function range_short(commit) {
    return commit.slice(0, 7);
}
function shortRef(ref) {
    return ref.replace(/^refs\/(?:heads|tags)\//, '');
}

;// CONCATENATED MODULE: ./src/changes/basis.ts


/** More runs than these between the last success and ours, and a whole sync is the simpler answer. */
const MOST_UNFINISHED = 50;
/** @throws {Failure} of kind `input` for a `since` that cannot be read. */
async function findBasis(question, findings) {
    const { source, proposed, success, before, scope } = findings;
    switch (question.kind) {
        case 'whole':
        case 'nothing':
            return whole(question.why);
        case 'since':
            return changed(await commitOf(source, question.name), `since \`${inert(question.name)}\`, as the input says`);
        case 'proposal':
            return proposed === undefined
                ? whole(`the commits of ${question.what} cannot be compared`)
                : changed(proposed, `that ${question.what} would change`);
        case 'push':
            return sincePush(source, question.before);
        case 'last-success':
            switch (success?.kind) {
                case 'found':
                    return sinceSuccess(source, success.value, before, scope);
                case 'none':
                    return whole(`no earlier run of this workflow has succeeded on ${inert(question.branch)}`);
                case 'unknown':
                case undefined:
                    return withoutGitHub(source, success?.why ?? 'nobody asked', before);
            }
    }
}
async function sinceSuccess(source, { number, commit, since }, before, scope) {
    const unfinished = [...new Set(since)].filter((other) => other !== commit);
    if (unfinished.length > MOST_UNFINISHED) {
        return whole(`more than ${MOST_UNFINISHED} runs have not succeeded since run ${number}`);
    }
    const also = unfinished.length === 0 ? '' : `, and whatever ${runs(unfinished.length)} may have left half done`;
    const basis = {
        kind: 'changed',
        base: commit,
        which: `since run ${number}, the last successful one${also}`,
        sinceSuccess: true,
        workflowMatters: scope !== 'changed'
    };
    // Text that no run of its own delivered, such as that of a push with `[skip ci]`, may have gone out with another's.
    if (before !== undefined && before !== commit && (await source.has(commit, ...unfinished, before))) {
        return { basis: { ...basis, also: [...unfinished, before] }, notices: [] };
    }
    if (await source.has(commit, ...unfinished))
        return { basis: { ...basis, also: unfinished }, notices: [] };
    return unreachable(source, commit, `run ${number}, the last successful one`);
}
async function sincePush(source, before) {
    if (before === undefined)
        return whole('the push names no commit before it, as the first one of a branch or tag does');
    if (!(await source.has(before)))
        return unreachable(source, before, 'the commit before this push');
    return changed(before, 'since the commit before this push');
}
async function withoutGitHub(source, why, before) {
    const { basis, notices } = await sincePush(source, before);
    if (basis.kind === 'whole')
        return { basis, notices };
    const message = `GitHub does not say which run was the last successful one: ${why}. This run is about this push alone, and what ` +
        'an earlier run failed to deliver stays behind. Give the job `permissions: actions: read`.';
    return {
        basis: { ...basis, workflowMatters: true },
        notices: [...notices, { level: 'warning', message }]
    };
}
/** The branch was forced to another history and the old one is gone: never a reason to guess a base. */
function unreachable(source, commit, what) {
    const why = `${what}, ${range_short(commit)}, cannot be read`;
    const message = `Everything is delivered, because ${why} (${source.problem}). A force push leaves such commits behind.`;
    return { basis: { kind: 'whole', why }, notices: [{ level: 'warning', message }] };
}
async function commitOf(source, name) {
    // A full id may have to be fetched; only then is it looked up, which in a partial clone would fetch all of its history.
    const readable = !/^[0-9a-f]{40,}$/.test(name) || (await source.has(name));
    const commit = readable ? await source.resolve(name) : undefined;
    if (commit !== undefined)
        return commit;
    throw (0,failures/* invalidInput */.aY)('since', `is \`${inert(name)}\`, which is no commit that the checkout has or can fetch.`, 'Give the full id of a commit of this repository; a short id, a branch or a tag must be in the checkout ' +
        '(`fetch-depth: 0` of actions/checkout).');
}
function changed(base, which) {
    return { basis: { kind: 'changed', base, also: [], which, sinceSuccess: false, workflowMatters: false }, notices: [] };
}
function whole(why) {
    return { basis: { kind: 'whole', why }, notices: [] };
}
function runs(count) {
    return count === 1 ? 'one other run' : `${count} other runs`;
}
/** A name of a commit or branch as it may stand in a sentence. */
function inert(name) {
    const printable = name.replace(/[^\x20-\x7e]/g, '?').replaceAll('`', "'");
    return printable.length > 80 ? `${printable.slice(0, 80)}…` : printable;
}

;// CONCATENATED MODULE: ./src/changes/compare.ts
/**
 * How the head differs from the base, and from any of the commits `also`: a run that delivered one of them in part, and
 * failed, has left text that a comparison with the base alone does not show once the branch is back at the base's.
 *
 * @param watched a path that is no runbook, but matters all the same.
 */
async function compareWith(source, head, [base, ...also], choose, watched) {
    const changed = new Map();
    const gone = new Map();
    let watchedChanged = false;
    for (const commit of new Set([base, ...also])) {
        if (commit === head)
            continue;
        const { differences } = await source.compare(commit, head, (path) => path === watched || choose(path));
        for (const { path, before, after } of differences) {
            if (path === watched)
                watchedChanged = true;
            if (path === watched && !choose(path))
                continue;
            const proof = commit === base ? {} : { unproven: true };
            if (after === undefined) {
                if (before !== undefined && !gone.has(path))
                    gone.set(path, { path, id: before, ...proof });
            }
            else if (changed.get(path)?.before === undefined) {
                changed.set(path, { path, id: after, ...(before !== undefined && { before, ...proof }) });
            }
        }
    }
    return { changed, gone: [...gone.values()].sort(byPath), watchedChanged };
}
function byPath(one, other) {
    return one.path < other.path ? -1 : 1;
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __nccwpck_require__(8500);
;// CONCATENATED MODULE: ./src/changes/head.ts



/** Milliseconds in which all of GitHub should know of a push. */
const LAG = 2000;
/**
 * The commit that this run is about, made readable: the head of the branch as GitHub names it now, so that a run that is
 * repeated or slow delivers no old text; what a proposal would make; else the commit that started the job.
 *
 * @throws {Failure} of kind `source` where none of them can be read.
 */
async function findHead(search, question, branch) {
    if (question.kind === 'proposal')
        return proposalHead(search, question);
    return branch === undefined ? pushedHead(search) : branchHead(search, branch);
}
async function branchHead(search, branch) {
    const { trigger } = search.job;
    let answer = await search.github.branchHead(branch);
    if (answer.kind === 'found' && trigger.kind === 'push' && answer.value === trigger.before) {
        // The branch was reset, or GitHub answers from a copy that this push has not reached yet.
        await (0,promises_.setTimeout)(LAG);
        answer = await search.github.branchHead(branch);
    }
    if (answer.kind === 'found' && (await search.source.has(answer.value)))
        return { commit: answer.value, notices: [] };
    const why = (() => {
        switch (answer.kind) {
            case 'found':
                return `it is at ${range_short(answer.value)}, which cannot be fetched (${search.source.problem})`;
            case 'none':
                return 'GitHub does not show it: it is gone, or the job lacks the permission `contents: read`';
            case 'unknown':
                return answer.why;
        }
    })();
    const message = `The head of ${branch} cannot be read: ${why}. The commit of this job is delivered instead; ` +
        'if the branch has moved on since, newer text may be overwritten until the next run.';
    const { commit } = await pushedHead(search);
    return { commit, notices: [{ level: 'notice', message }] };
}
async function pushedHead({ job, source }) {
    if (!(await source.has(job.sha))) {
        throw new failures/* Failure */.HR('source', `The commit ${range_short(job.sha)} of ${shortRef(job.ref)} is not in the checkout and cannot be fetched: ${source.problem}.`, `Check out ${job.repository} with actions/checkout before this step (\`root\`, if it has a \`path\`), ` +
            'and give the job `permissions: contents: read`.');
    }
    // The event of an annotated tag may name the tag; the range is about its commit.
    return { commit: (await source.resolve(job.sha)) ?? job.sha, notices: [] };
}
/**
 * Of a pull request, GitHub's merge commit and its first parent: their difference is what the merge would change, and it
 * takes no history. Where the merge commit cannot be had, the head and where it left the branch.
 */
async function proposalHead({ job, source }, { base, head }) {
    if (job.trigger.kind === 'merge-group') {
        return (await source.has(base, head)) ? { commit: head, base, notices: [] } : pushedHead({ job, source });
    }
    if (await source.has(job.sha)) {
        const [into, ...others] = await source.parents(job.sha);
        if (into !== undefined && others.length > 0 && (await source.has(into))) {
            return { commit: job.sha, base: into, notices: [] };
        }
    }
    if (await source.has(head, base)) {
        const fork = await source.mergeBase(base, head);
        return { commit: head, ...(fork !== undefined && { base: fork }), notices: [] };
    }
    return pushedHead({ job, source });
}

;// CONCATENATED MODULE: ./src/changes/find.ts





/**
 * Which runbooks this run concerns: the commits of the range, the files that the patterns select at its head, and how
 * those differ from its base.
 *
 * @throws {Failure} of kind `input` for a `since` that cannot be read, of kind `source` where not even the commit of the
 *   job can.
 */
async function findChanges(search) {
    const { job, inputs, mode, source, github } = search;
    const branch = followedBranch(job, mode);
    const question = questionOf(job, inputs, branch, mode);
    if (question.kind === 'nothing')
        return nothing(job.sha, `Nothing to do: ${question.why}.`);
    if (source.kind === 'disk')
        return everythingOnDisk(search);
    const before = job.trigger.kind === 'push' ? job.trigger.before : undefined;
    // The two questions to GitHub wait neither for each other nor for the commits that they will most likely name.
    const [head, success] = await Promise.all([
        findHead(search, question, branch),
        question.kind === 'last-success' ? github.lastSuccessfulPush(question.branch) : undefined,
        question.kind === 'last-success' && before !== undefined ? source.has(job.sha, before) : undefined
    ]);
    const { commit, base: proposed } = head;
    const finding = findBasis(question, { source, proposed, success, before, scope: inputs.scope });
    const { notices, ...changes } = await changesOf(search, commit, finding);
    return { ...changes, notices: [...head.notices, ...notices] };
}
/**
 * What moved on the branch while a run delivered `from`, its former head; for another round. The patterns are those of
 * this run: where the workflow file changed too, the push that changed it has a run of its own. Kind `nothing` where the
 * new head cannot be read.
 */
async function findMoved(search, from, to) {
    const { source } = search;
    if (!(await source.has(to))) {
        const message = `The branch has moved on to ${range_short(to)}, which cannot be fetched (${source.problem}). ` +
            'The run that its push starts delivers it.';
        return { ...nothing(from, message), notices: [{ level: 'warning', message }] };
    }
    const which = 'that moved on the branch while this run delivered';
    const basis = { kind: 'changed', base: from, also: [], which, sinceSuccess: false, workflowMatters: false };
    return changesOf(search, to, Promise.resolve({ basis, notices: [] }));
}
/** The base may have to be fetched; meanwhile the head is listed. */
async function changesOf(search, head, finding) {
    const { source, choose } = search;
    const [{ files: selected, skipped, looked }, found] = await Promise.all([
        source.list(head, choose),
        comparing(search, head, finding)
    ]);
    const all = { selected, skipped, looked, notices: found.notices };
    if (found.kind === 'whole') {
        const range = { kind: 'whole', head, reason: `Everything: ${found.why}.` };
        return { ...all, range, changed: selected, gone: [] };
    }
    const { base, also, which, sinceSuccess, compared } = found;
    const { changed, gone } = compared;
    if (compared.watchedChanged) {
        const why = `the workflow file ${search.job.workflowPath ?? ''} has changed ${which}, and perhaps its patterns`;
        return {
            ...all,
            comparedWith: base,
            range: { kind: 'whole', head, reason: `Everything: ${why} (${range_short(base)} → ${range_short(head)}).` },
            changed: selected.map((file) => changed.get(file.path) ?? { ...file, before: file.id }),
            gone
        };
    }
    const extent = [base, ...also].every((commit) => commit === head)
        ? `Nothing ${which} (${range_short(head)}).`
        : `Everything ${which} (${range_short(base)} → ${range_short(head)}).`;
    return {
        ...all,
        comparedWith: base,
        range: { kind: 'changed', base, sinceSuccess, head, reason: extent },
        changed: [...changed.values()].sort(byPath),
        gone
    };
}
async function comparing({ job, source, choose }, head, finding) {
    const { basis, notices } = await finding;
    if (basis.kind === 'whole')
        return { ...basis, notices };
    const { base, also, workflowMatters } = basis;
    const watched = workflowMatters ? job.workflowPath : undefined;
    return { ...basis, notices, compared: await compareWith(source, head, [base, ...also], choose, watched) };
}
/** Without commits there is nothing to compare with. */
async function everythingOnDisk({ inputs, source, choose }) {
    if (inputs.since !== undefined || inputs.scope === 'changed') {
        throw (0,failures/* invalidInput */.aY)(inputs.since === undefined ? 'scope' : 'since', 'needs a Git checkout, and there is none.', 'Leave it out, or add a step with `uses: actions/checkout` before this one.');
    }
    const { files, skipped, looked } = await source.list('', choose);
    const reason = 'Everything: the runbooks come from the disk, which knows no commits.';
    return {
        range: { kind: 'whole', head: '', reason },
        selected: files,
        changed: files,
        gone: [],
        skipped,
        looked,
        notices: []
    };
}
function nothing(head, reason) {
    return {
        range: { kind: 'nothing', head, reason },
        selected: [],
        changed: [],
        gone: [],
        skipped: [],
        looked: 0,
        notices: []
    };
}

;// CONCATENATED MODULE: ./src/changes/follow.ts


/**
 * What moved on the branch since the head that was just delivered; absent where nothing did, or where GitHub does not
 * say. So a slow run ends with what is on the branch, not with what was on it when it began.
 *
 * @param sent whether anything was. Where nothing was, and the head was the commit of this job, nothing was overwritten, and
 *   what moved on since has a run of its own. Another head may have been the branch as it was before this push.
 */
async function followBranch(search, { kind, head }, sent) {
    const branch = followedBranch(search.job, search.mode);
    if (branch === undefined || kind === 'nothing' || head === '')
        return undefined;
    if (!sent && head === search.job.sha)
        return undefined;
    const answer = await search.github.branchHead(branch);
    return answer.kind === 'found' && answer.value !== head ? findMoved(search, head, answer.value) : undefined;
}

;// CONCATENATED MODULE: ./src/changes/mode.ts

const mode_BRANCH = 'refs/heads/';
/**
 * Whether this job may write. Only the default branch is what people rely on at night; everything else is a proposal,
 * and what runs on behalf of somebody else must not write whatever the inputs say.
 *
 * @throws {Failure} of kind `event` where `mode: sync` was asked for and must not be.
 */
async function decideMode(asked, job, github) {
    if (asked === 'plan' || asked === 'check')
        return { mode: asked, notices: [] };
    const proposal = proposalOf(job);
    if (proposal !== undefined) {
        if (asked === 'auto')
            return { mode: 'plan', notices: [planned(proposal, '')] };
        throw new failures/* Failure */.HR('event', `\`mode: sync\` on ${proposal}: it would deliver what is not on the branch yet.`, 'Leave out `mode`, or use `mode: plan`, for this event.');
    }
    if (asked === 'sync')
        return { mode: 'sync', notices: [] };
    if (!job.ref.startsWith(mode_BRANCH))
        return { mode: 'plan', notices: [planned(`the tag ${mode_shortRef(job.ref)}`)] };
    const branch = job.ref.slice(mode_BRANCH.length);
    const known = job.defaultBranch ?? (await asDefaultBranch(branch, job, github));
    if (known === branch)
        return { mode: 'sync', notices: [] };
    const why = known === undefined ? `the branch ${branch}, which may not be the default one` : `the branch ${branch}`;
    return { mode: 'plan', notices: [planned(why)] };
}
function proposalOf({ trigger, ref }) {
    switch (trigger.kind) {
        case 'pull-request':
            return 'a pull request';
        case 'merge-group':
            return 'a merge group';
        case 'untrusted':
            return `the event ${trigger.name}`;
        case 'push':
        case 'other':
            return ref.startsWith('refs/pull/') ? 'a pull request' : undefined;
    }
}
/** A schedule runs on the default branch only; for other events that do not tell, GitHub is asked. */
async function asDefaultBranch(branch, { trigger }, github) {
    if (trigger.kind === 'other' && trigger.name === 'schedule')
        return branch;
    const answer = await github.defaultBranch();
    return answer.kind === 'found' ? answer.value : undefined;
}
function planned(on, way = ' `mode: sync` writes from any branch.') {
    return { level: 'notice', message: `This is a plan, and nothing is written: the job runs on ${on}.${way}` };
}
function mode_shortRef(ref) {
    return ref.replace(/^refs\/(tags|heads)\//, '');
}

;// CONCATENATED MODULE: ./src/changes/character-class.ts
/**
 * A class of characters in a pattern, such as `[a-z]`, as minimatch 10 reads it, quirks included. The regular expression
 * that it becomes is only ever tried on one character.
 */
/** A pattern that @actions/glob cannot take, or takes in two ways at once; the message completes "the pattern …". */
class UnreadableSegment extends Error {
}
/** Source for a character class, whether it needs the `u` flag, whether it says what must *not* be there. */
const POSIX_CLASSES = new Map([
    ['[:alnum:]', ['\\p{L}\\p{Nl}\\p{Nd}', true]],
    ['[:alpha:]', ['\\p{L}\\p{Nl}', true]],
    ['[:ascii:]', ['\\x00-\\x7f', false]],
    ['[:blank:]', ['\\p{Zs}\\t', true]],
    ['[:cntrl:]', ['\\p{Cc}', true]],
    ['[:digit:]', ['\\p{Nd}', true]],
    ['[:graph:]', ['\\p{Z}\\p{C}', true, true]],
    ['[:lower:]', ['\\p{Ll}', true]],
    ['[:print:]', ['\\p{C}', true]],
    ['[:punct:]', ['\\p{P}', true]],
    ['[:space:]', ['\\p{Z}\\t\\r\\n\\v\\f', true]],
    ['[:upper:]', ['\\p{Lu}', true]],
    ['[:word:]', ['\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}', true]],
    ['[:xdigit:]', ['A-Fa-f0-9', false]]
]);
const LONGEST_POSIX_CLASS = '[:xdigit:]'.length;
const escapeInClass = (character) => character.replace(/[[\]\\-]/, '\\$&');
/** The class that begins at `start`; `undefined` where the bracket is never closed and so stands for itself. */
function readClass(source, start) {
    /** Can match nothing, which makes the whole segment match nothing. */
    const never = { one: () => false, unicode: false, end: source.length };
    const wanted = [];
    const unwanted = [];
    let at = start + 1;
    const negated = source[at] === '!' || source[at] === '^';
    if (negated)
        at++;
    let unicode = false;
    let escaping = false;
    let rangeFrom = '';
    let end = 0;
    for (let first = true; at < source.length;) {
        const character = source.charAt(at);
        if (character === ']' && !first && !escaping) {
            end = at + 1;
            break;
        }
        first = false;
        if (character === '\\' && !escaping) {
            escaping = true;
            at++;
            continue;
        }
        if (character === '[' && !escaping) {
            const name = /^\[:[a-z]+:\]/.exec(source.slice(at, at + LONGEST_POSIX_CLASS))?.[0] ?? '';
            const posix = POSIX_CLASSES.get(name);
            if (posix) {
                if (rangeFrom !== '')
                    return never;
                const [ranges, needsUnicode, negative] = posix;
                (negative ? unwanted : wanted).push(ranges);
                unicode ||= needsUnicode;
                at += name.length;
                continue;
            }
        }
        escaping = false;
        if (rangeFrom !== '') {
            if (character > rangeFrom)
                wanted.push(`${escapeInClass(rangeFrom)}-${escapeInClass(character)}`);
            else if (character === rangeFrom)
                wanted.push(escapeInClass(character));
            rangeFrom = '';
            at++;
        }
        else if (source.startsWith('-]', at + 1)) {
            wanted.push(`${escapeInClass(character)}\\-`);
            at += 2;
        }
        else if (source.startsWith('-', at + 1)) {
            rangeFrom = character;
            at += 2;
        }
        else {
            wanted.push(escapeInClass(character));
            at++;
        }
    }
    if (end === 0)
        return undefined;
    const [only = ''] = wanted;
    if (wanted.length === 0 && unwanted.length === 0)
        return never;
    if (!negated && unwanted.length === 0 && wanted.length === 1 && /^\\?.$/.test(only)) {
        const literal = only.slice(-1);
        return { one: (character) => character === literal, literal, unicode: false, end };
    }
    const positive = wanted.length > 0 ? `[${negated ? '^' : ''}${wanted.join('')}]` : '';
    const negative = unwanted.length > 0 ? `[${negated ? '' : '^'}${unwanted.join('')}]` : '';
    return { one: oneOf([positive, negative].filter((part) => part !== '').join('|'), unicode), unicode, end };
}
function oneOf(source, unicode) {
    try {
        const expression = new RegExp(`^(?:${source})$`, unicode ? 'u' : '');
        return (character) => expression.test(character);
    }
    catch {
        throw new UnreadableSegment('has brackets that are no character class');
    }
}

;// CONCATENATED MODULE: ./src/changes/segment.ts

/** Any run of characters. */
const STAR = Symbol('*');
const anyOne = () => true;
/** @throws {UnreadableSegment} */
function compileSegment(source) {
    const { tokens, literal, unicode } = readTokens(source);
    // Where @actions/glob starts its search at a name that the pattern then does not match, it finds nothing.
    const start = literalOf(source);
    if (start !== '' && start !== literal)
        throw new UnreadableSegment('has brackets that can be read in two ways');
    if (literal !== undefined)
        return { literal, matches: (name) => name === literal };
    // minimatch's shortcuts for `*.md`, `***` and `??.md` take what follows as it stands, a backslash too.
    const afterStars = /^\*+([^+@!?*[(]*)$/.exec(source)?.[1];
    if (afterStars !== undefined) {
        return { ending: afterStars, matches: (name) => name !== '' && name.endsWith(afterStars) };
    }
    const afterMarks = /^\?+([^+@!?*[(]*)$/.exec(source)?.[1];
    if (afterMarks !== undefined) {
        return { matches: (name) => name.length === source.length && name.endsWith(afterMarks) };
    }
    return { matches: (name) => matchTokens(tokens, unicode ? Array.from(name) : name) };
}
/** Greedy with one way back, the last star: at most the product of the two lengths. */
function matchTokens(tokens, name) {
    let token = 0;
    let at = 0;
    let star = -1;
    let resume = 0;
    while (at < name.length) {
        const wanted = tokens[token];
        if (wanted === STAR) {
            star = token++;
            resume = at;
        }
        else if (wanted?.(name[at] ?? '')) {
            token++;
            at++;
        }
        else if (star >= 0) {
            token = star + 1;
            at = ++resume;
        }
        else {
            return false;
        }
    }
    while (tokens[token] === STAR)
        token++;
    return token === tokens.length;
}
function readTokens(source) {
    const pieces = [];
    let magic = false;
    let unicode = false;
    // What minimatch escapes in a way that a regular expression with the `u` flag does not take.
    let awkward = false;
    for (let at = 0; at < source.length; at++) {
        const character = source.charAt(at);
        const read = character === '[' && source.includes(']', at) ? readClass(source, at) : undefined;
        if (character === '\\' && at + 1 < source.length) {
            const escaped = source.charAt(++at);
            awkward ||= escaped === '!';
            pieces.push(escaped);
        }
        else if (character === '*') {
            magic = true;
            if (pieces.at(-1) !== STAR)
                pieces.push(STAR);
        }
        else if (character === '?') {
            magic = true;
            pieces.push(anyOne);
        }
        else if (read !== undefined && read.literal === undefined) {
            magic = true;
            unicode ||= read.unicode;
            pieces.push(read.one);
            at = read.end - 1;
        }
        else {
            const literal = read?.literal ?? character;
            awkward ||= /[-,#\s]/.test(literal);
            pieces.push(literal);
            at = (read?.end ?? at + 1) - 1;
        }
    }
    if (!magic)
        return { tokens: [], literal: pieces.join(''), unicode: false };
    if (unicode && awkward) {
        throw new UnreadableSegment('has a class such as `[:alpha:]` next to a dash, comma, hash, blank or `\\!`');
    }
    return { tokens: joined(pieces, unicode), literal: undefined, unicode };
}
/** Single pieces as tokens; with `unicode`, the two halves of a character beyond U+FFFF become one. */
function joined(pieces, unicode) {
    const tokens = [];
    let text = '';
    const flush = () => {
        for (const wanted of unicode ? Array.from(text) : text.split(''))
            tokens.push((character) => character === wanted);
        text = '';
    };
    for (const piece of pieces) {
        if (typeof piece === 'string') {
            text += piece;
        }
        else {
            flush();
            tokens.push(piece);
        }
    }
    flush();
    return tokens;
}
/**
 * The name that @actions/glob, before it hands a pattern to minimatch, takes a part for; empty where it sees a wildcard.
 * It starts its search there, and refuses `.` and `..` by it. A backslash inside brackets throws it off its track, here too.
 */
function literalOf(source) {
    let literal = '';
    for (let at = 0; at < source.length; at++) {
        const character = source.charAt(at);
        if (character === '\\' && at + 1 < source.length) {
            literal += source.charAt(++at);
            continue;
        }
        if (character === '*' || character === '?')
            return '';
        if (character === '[') {
            let set = '';
            let close = at + 1;
            for (; close < source.length && source[close] !== ']'; close++) {
                set += source[close] === '\\' && close + 1 < source.length ? source.charAt(++at) : source.charAt(close);
            }
            if (close < source.length && set.length > 1)
                return '';
            if (close < source.length && set !== '') {
                literal += set;
                at = close;
                continue;
            }
        }
        literal += character;
    }
    return literal;
}

;// CONCATENATED MODULE: ./src/changes/patterns.ts



/** Enough for any workflow, and few and short enough that no list of patterns makes a push slow. */
const MAX_PATTERNS = 500;
const MAX_LENGTH = 1000;
/**
 * Compiles the lines of `files` to a function over paths relative to the repository's root, with the meaning that
 * @actions/glob 0.7 gives them on Linux: the last line that matches decides, `!` excludes, a folder stands for all that
 * is below it, names that begin with a dot are as good as others. Unlike there, time is bounded: matching a path takes
 * at most the product of its length and the pattern's.
 *
 * What @actions/glob would read otherwise than its author meant is refused: braces and extended globs, which it takes
 * literally, and lists that only exclude.
 *
 * @throws {Failure} of kind `input`, with the way to write it.
 */
function compilePatterns(lines) {
    const written = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
    if (written.length > MAX_PATTERNS) {
        throw (0,failures/* invalidInput */.aY)('files', `has ${written.length} patterns; ${MAX_PATTERNS} are the most.`, 'Name folders instead of files.');
    }
    const patterns = written.map(compilePattern);
    if (patterns.every(({ exclude }) => exclude)) {
        throw (0,failures/* invalidInput */.aY)('files', patterns.length === 0 ? 'has no pattern.' : 'has only patterns that exclude (`!`), which choose nothing.', 'Say first what to choose, for example `docs/runbooks/**/*.md`, then what to leave out.');
    }
    const choose = (path) => {
        let chosen = false;
        for (const pattern of patterns)
            if (chosen === pattern.exclude && pattern.covers(path))
                chosen = !chosen;
        return chosen;
    };
    const reaches = (folder) => {
        const names = folder.split('/');
        let reached = false;
        for (const { exclude, below } of patterns) {
            if (exclude)
                reached &&= !matches(below, [...names, 'any']);
            else
                reached ||= below.head.slice(0, names.length).every((part, at) => part.matches(names[at] ?? ''));
        }
        return reached;
    };
    return Object.assign(choose, { reaches });
}
function compilePattern(line) {
    if (line.length > MAX_LENGTH) {
        throw (0,failures/* invalidInput */.aY)('files', `has a pattern of ${line.length} characters, ${shown(line)}; ${MAX_LENGTH} are the most.`, 'Split it into several lines.');
    }
    let text = line;
    let exclude = false;
    while (text.startsWith('!')) {
        exclude = !exclude;
        text = text.slice(1).trim();
    }
    checkForm(line, text);
    const parts = text.replace(/^\.\/+|^\.$/, '').split(/\/+/);
    const foldersOnly = parts.length > 1 && parts.at(-1) === '';
    if (parts.at(-1) === '')
        parts.pop();
    refuseDots(line, parts);
    const named = parts.map((part) => (part === '**' ? part : readSegment(line, part)));
    const below = sequence([...named, '**']);
    return { exclude, below, covers: covering(named, below, foldersOnly) };
}
/** @param foldersOnly the line ends in a slash, and names no file itself. */
function covering(named, below, foldersOnly) {
    const literals = named.map((part) => (part === '**' ? undefined : part.literal));
    const wildcard = literals.indexOf(undefined);
    // What every path that it chooses starts with saves taking most paths apart.
    const prefix = literals.slice(0, wildcard < 0 ? undefined : wildcard).join('/');
    // A last `**` also stands for no name at all: `docs/**` chooses a file that is called `docs`.
    const orNone = !foldersOnly && named.at(-1) === '**';
    const own = foldersOnly || orNone ? undefined : sequence(named);
    const covers = (path) => {
        if (!path.startsWith(prefix))
            return false;
        const names = path.split('/');
        return (own !== undefined && matches(own, names)) || matches(below, orNone ? [...names, ''] : names);
    };
    const last = named.at(-1);
    const isUsual = named[wildcard] === '**' && wildcard === named.length - 2;
    const ending = isUsual && !foldersOnly && last !== '**' ? last?.ending : undefined;
    if (ending === undefined)
        return covers;
    // Folders, `**` and `*.md`, as most are written, is seen from both ends of a path.
    const folder = prefix === '' ? '' : `${prefix}/`;
    return (path) => (path.startsWith(folder) && path.endsWith(ending)) || covers(path);
}
/** Refuses what would choose nothing, or something outside the repository. */
function checkForm(line, text) {
    const refuse = (problem, remedy) => {
        throw unusable(line, problem, remedy);
    };
    if (text === '')
        refuse('is empty', 'Give a pattern such as `docs/runbooks/**/*.md`.');
    if (text.startsWith('/')) {
        refuse('starts with a slash', `Patterns start at the repository’s root: ${shown(text.replace(/^\/+/, ''))}.`);
    }
    if (/^~(\/|$)/.test(text))
        refuse('points to a home folder', 'Patterns start at the repository’s root.');
    const braces = /(?<!\\)\{([^{}]*(?:,|\.\.)[^{}]*)\}/.exec(text);
    if (braces) {
        const [whole, choices = ''] = braces;
        const lines = choices.split(',').map((choice) => shown(text.replace(whole, () => choice)));
        refuse('has braces, and they have no special meaning', choices.includes(',')
            ? `Write one line for each: ${lines.slice(0, 3).join(', then ')}.`
            : 'Write a class such as `[0-9]`, or one line for each.');
    }
    if (/(?<!\\)[?*+@!]\([^/]*\)/.test(text) || (line.startsWith('!') && /^\([^/]*\)/.test(text))) {
        refuse('has an extended glob such as `@(a|b)`, which has no special meaning', 'Write one line for each choice; a bracket that belongs to a name is written `[(]`.');
    }
    if (text.includes('\\|'))
        refuse('has a backslash before `|`', 'Write `|` alone; it has no special meaning.');
}
function refuseDots(line, parts) {
    if (parts.some((part) => ['.', '..'].includes(literalOf(part)))) {
        throw unusable(line, 'has a part `.` or `..`', 'Patterns start at the repository’s root and cannot leave it.');
    }
}
function readSegment(line, source) {
    try {
        return compileSegment(source);
    }
    catch (error) {
        if (!(error instanceof UnreadableSegment))
            throw error;
        throw unusable(line, error.message, 'Use `*`, `**`, `?` and plain classes such as `[a-z]`; a wildcard that belongs to a name is written `[*]`, `[?]`, `[[]`.');
    }
}
function unusable(line, problem, remedy) {
    return (0,failures/* invalidInput */.aY)('files', `has the pattern ${shown(line)}, which ${problem}.`, remedy);
}
/** A pattern for a message: short and inert. */
function shown(pattern) {
    // Whatever is not printable ASCII or a letter has no place in a message.
    const inert = pattern.replace(/[^\x20-\x7e\p{L}]/gu, '?').replaceAll('`', "'");
    return `\`${inert.length > 80 ? `${inert.slice(0, 80)}…` : inert}\``;
}
function sequence(parts) {
    const divided = [[]];
    parts.forEach((part, at) => {
        if (part !== '**')
            divided.at(-1)?.push(part);
        else if (parts[at - 1] !== '**')
            divided.push([]);
    });
    const [head = [], ...others] = divided;
    const tail = others.pop();
    if (tail === undefined)
        return { head };
    // minimatch reserves room by the lengths of the sections from the front instead of from the back; so do we.
    const sums = others.map((_, at) => others.slice(0, at).reduce((sum, { length }) => sum + length, 0));
    const sections = others.map((section, at) => ({
        parts: section,
        reserve: (sums[others.length - 1 - at] ?? 0) + section.length
    }));
    return { head, rest: { sections, tail } };
}
function matches({ head, rest }, names) {
    if (!rest)
        return names.length === head.length && matchAt(head, names, 0);
    const { sections, tail } = rest;
    const end = names.length - tail.length;
    if (end < head.length || !matchAt(head, names, 0) || !matchAt(tail, names, end))
        return false;
    let at = head.length;
    for (const { parts, reserve } of sections) {
        const last = end - reserve;
        while (at <= last && !matchAt(parts, names, at))
            at++;
        if (at > last)
            return false;
        at += parts.length;
    }
    // A last `**` stands for at least one name, unless something else was there to match.
    return tail.length > 0 || at < names.length;
}
function matchAt(parts, names, from) {
    return parts.every((part, at) => part.matches(names[from + at] ?? ''));
}
/**
 * The line that excludes exactly this path, to be pasted at the end of `files`; `undefined` where none does: a pattern
 * can be too short for it, and what nobody sees, or ends the code span around the line, cannot be copied from a message.
 */
function exclusionOf(path) {
    if (/[`\p{C}\p{Zl}\p{Zp}]/u.test(path))
        return undefined;
    const literal = path.replace(
    // Those in brackets: what may not follow a backslash, what the log takes apart, and blanks that would be trimmed.
    /([\\*?[{]|[@+!](?=\()|^[!~#(]|(?<=#)#)|(?<=\\)\||:(?=:)|^\s|\s$/g, (character, special) => (special === undefined ? `[${character}]` : `\\${character}`));
    return literal.length < MAX_LENGTH ? `!${literal}` : undefined;
}

;// CONCATENATED MODULE: ./src/github/github.ts


/** Milliseconds for one request. A server that does not answer in this time is not asked again. */
const TIMEOUT = 10_000;
/** Milliseconds before each further attempt, after a fault that may pass. */
const PAUSES = [500, 2000];
/** Both questions at the start of a run are asked at once. */
const CONNECTIONS = 2;
/** Runs a page, and pages at most: a repeated run may be hundreds behind the newest, and GitHub lists a thousand. */
const RUNS = 50;
const PAGES = 20;
/** Bytes of an answer. A run is described in about ten thousand. */
const LARGEST_ANSWER = 16 * 1024 * 1024;
const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** An answer that GitHub does not give. */
class UnknownForm extends Error {
}
/** Another answer than 200. */
class Refusal extends Error {
    status;
    isRateLimit;
    constructor({ status, headers }) {
        super(`HTTP ${status}`);
        this.status = status;
        this.isRateLimit = status === 429 || (status === 403 && headers.get('x-ratelimit-remaining') === '0');
    }
}
/** GitHub's REST API at `job.apiUrl`, GHES included, through the proxy of the environment. */
function openGitHub(job, token) {
    let line;
    /** Once it could not be reached, each further question is asked once: a job without a way there must not wait. */
    let unreachable = false;
    async function ask(permission, question) {
        if (token === undefined)
            return { kind: 'unknown', why: 'the input `github-token` is empty' };
        const get = async (path) => {
            line ??= connect(job.apiUrl, token);
            const request = { method: 'GET', path: `/repos/${job.repository}${path}`, limit: LARGEST_ANSWER };
            const answer = await (await line).send(request);
            if (answer.status !== 200)
                throw new Refusal(answer);
            return parsed(answer.text);
        };
        for (let attempt = 0;; attempt++) {
            try {
                return await question(get);
            }
            catch (error) {
                const pause = unreachable ? undefined : PAUSES[attempt];
                if (pause === undefined || !mayPass(error)) {
                    unreachable ||= !(error instanceof Refusal);
                    return { kind: 'unknown', why: explain(error, permission, token) };
                }
                await (0,promises_.setTimeout)(pause);
            }
        }
    }
    return {
        lastSuccessfulPush: (branch) => ask('actions: read', async (get) => {
            const { workflowPath, runNumber } = job;
            if (workflowPath === undefined || runNumber === undefined) {
                return { kind: 'unknown', why: 'the runner does not say which workflow and run this is' };
            }
            const workflow = encodeURIComponent(workflowPath.slice(workflowPath.lastIndexOf('/') + 1));
            const since = [];
            for (let page = 1; page <= PAGES; page++) {
                // Not only the successful ones: those after the last of them may have delivered something, too.
                const query = { branch, event: 'push', exclude_pull_requests: 'true', per_page: `${RUNS}`, page: `${page}` };
                const list = await get(`/actions/workflows/${workflow}/runs?${new URLSearchParams(query).toString()}`);
                const runs = runsOf(list).sort((one, other) => other.number - one.number);
                const earlier = runs.filter(({ number }) => number < runNumber);
                const success = earlier.find(({ succeeded }) => succeeded);
                const others = earlier.filter((run) => run !== success && (!success || mayFollow(run, success)));
                since.push(...others.map(({ commit }) => commit));
                if (success)
                    return { kind: 'found', value: { number: success.number, commit: success.commit, since } };
                if (runs.length < RUNS)
                    break;
            }
            return { kind: 'none' };
        }),
        branchHead: (branch) => ask('contents: read', async (get) => {
            try {
                const ref = await get(`/git/ref/heads/${branch.split('/').map(encodeURIComponent).join('/')}`);
                return { kind: 'found', value: github_text(field(field(ref, 'object'), 'sha'), COMMIT) };
            }
            catch (error) {
                if (error instanceof Refusal && error.status === 404)
                    return { kind: 'none' };
                throw error;
            }
        }),
        defaultBranch: () => ask('contents: read', async (get) => {
            return { kind: 'found', value: github_text(field(await get(''), 'default_branch'), /./) };
        })
    };
}
async function connect(baseUrl, token) {
    const { Line } = await Promise.all(/* import() */[__nccwpck_require__.e(628), __nccwpck_require__.e(415)]).then(__nccwpck_require__.bind(__nccwpck_require__, 415));
    return Line.open({ baseUrl, token, connections: CONNECTIONS, timeout: TIMEOUT });
}
/**
 * Without a `concurrency` group an earlier run may outlast a later one, and leave its older text over the newer; so may
 * one that is repeated, and even succeed, where GitHub does not tell it the branch's head. Times have whole seconds: a
 * good run that ended in the very second was simply the one before.
 */
function mayFollow(run, success) {
    if (run.number > success.number)
        return true;
    if (success.started === '')
        return false;
    return run.succeeded ? run.updated > success.started : run.updated >= success.started;
}
function runsOf(data) {
    const runs = field(data, 'workflow_runs');
    if (!Array.isArray(runs))
        throw new UnknownForm();
    return runs.map((run) => {
        const number = field(run, 'run_number');
        if (typeof number !== 'number')
            throw new UnknownForm();
        return {
            number,
            commit: github_text(field(run, 'head_sha'), COMMIT),
            succeeded: field(run, 'conclusion') === 'success',
            started: timeOf(run, 'run_started_at'),
            updated: timeOf(run, 'updated_at')
        };
    });
}
function field(value, name) {
    return typeof value === 'object' && value !== null ? value[name] : undefined;
}
function timeOf(run, name) {
    const time = field(run, name);
    return typeof time === 'string' ? time : '';
}
function github_text(value, form) {
    if (typeof value === 'string' && form.test(value))
        return value;
    throw new UnknownForm();
}
function parsed(json) {
    try {
        return JSON.parse(json);
    }
    catch {
        throw new UnknownForm();
    }
}
function mayPass(error) {
    if (error instanceof Refusal)
        return error.status >= 500;
    return !(error instanceof UnknownForm || error instanceof failures/* Failure */.HR) && !isDeadline(error);
}
function explain(error, permission, token) {
    if (error instanceof UnknownForm)
        return 'GitHub’s API gave an answer of unknown form';
    if (isDeadline(error))
        return `GitHub’s API did not answer in ${TIMEOUT / 1000} seconds`;
    if (!(error instanceof Refusal)) {
        return `GitHub’s API cannot be reached (${token.redact((0,failures/* messageOf */.bD)(error)).slice(0, 300)})`;
    }
    const { status, isRateLimit } = error;
    if (status === 401)
        return 'GitHub does not accept the `github-token` (HTTP 401)';
    if (isRateLimit)
        return `GitHub’s rate limit is used up (HTTP ${status})`;
    if (status === 403 || status === 404) {
        return `the job lacks the permission \`${permission}\` (GitHub answered HTTP ${status})`;
    }
    if (status >= 300 && status < 400)
        return `the repository was renamed or moved (GitHub answered HTTP ${status})`;
    return `GitHub answered HTTP ${status}`;
}
function isDeadline(error) {
    return field(error, 'code') === 'DEADLINE';
}

;// CONCATENATED MODULE: external "node:fs/promises"
const external_node_fs_promises_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs/promises");
;// CONCATENATED MODULE: external "node:path"
const external_node_path_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:path");
;// CONCATENATED MODULE: ./src/github/job.ts



/** GitHub's own limit for a webhook's payload is 25 MB. */
const LARGEST_EVENT = 32 * 1024 * 1024;
const job_COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
/**
 * Reads the runner's environment and event file.
 *
 * @throws {Failure} of kind `event`, naming the variable or the file.
 */
async function readJob(env) {
    const name = required(env, 'GITHUB_EVENT_NAME', /^[a-z_]+$/);
    const repository = required(env, 'GITHUB_REPOSITORY', /^[\w.-]+\/[\w.-]+$/);
    const sha = required(env, 'GITHUB_SHA', job_COMMIT);
    const event = await readEvent(required(env, 'GITHUB_EVENT_PATH', /./));
    // eslint-disable-next-line no-control-regex
    const ref = required(env, 'GITHUB_REF', /^refs\/[^\x00-\x20\x7f]+$/);
    const runNumber = Number(env['GITHUB_RUN_NUMBER']);
    return {
        trigger: triggerOf(name, event, sha, ref),
        repository,
        ref,
        sha,
        defaultBranch: job_text(object(event['repository'])['default_branch']),
        serverUrl: address(env, 'GITHUB_SERVER_URL', 'https://github.com'),
        apiUrl: address(env, 'GITHUB_API_URL', 'https://api.github.com'),
        workflowPath: workflowPath(env['GITHUB_WORKFLOW_REF'] ?? '', repository),
        runNumber: Number.isSafeInteger(runNumber) && runNumber > 0 ? runNumber : undefined,
        workspace: (0,external_node_path_namespaceObject.resolve)(env['GITHUB_WORKSPACE'] ?? '')
    };
}
function required(env, variable, form) {
    const value = env[variable] ?? '';
    if (form.test(value))
        return value;
    throw job_unusable(variable, value);
}
/** It goes into links, and into what Git sends the token to. */
function address(env, variable, fallback) {
    const value = env[variable] ?? '';
    if (value === '')
        return fallback;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
        throw job_unusable(variable, value);
    }
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
function job_unusable(variable, value) {
    return new failures/* Failure */.HR('event', `The environment variable ${variable} ${value === '' ? 'is missing' : 'cannot be used'}.`, 'GitHub’s runner sets it: run this as a step of a workflow, and do not set GITHUB_* variables in it.');
}
async function readEvent(path) {
    const unreadable = (why, cause) => new failures/* Failure */.HR('event', `The event file ${path} (GITHUB_EVENT_PATH) ${why}.`, 'GitHub’s runner writes it before the job: run the job again; if this stays, an earlier step overwrote the file.', { cause });
    let bytes;
    try {
        const stats = await (0,external_node_fs_promises_namespaceObject.stat)(path);
        if (!stats.isFile())
            throw unreadable('is not a file');
        const { size } = stats;
        if (size > LARGEST_EVENT)
            throw unreadable(`is larger than any event (${size} bytes)`);
        bytes = await (0,external_node_fs_promises_namespaceObject.readFile)(path);
    }
    catch (error) {
        if (error instanceof failures/* Failure */.HR)
            throw error;
        throw unreadable(`cannot be read: ${(0,failures/* messageOf */.bD)(error)}`, error);
    }
    if (bytes.length === 0)
        throw unreadable('is empty');
    try {
        return object(JSON.parse(bytes.toString('utf8')));
    }
    catch (error) {
        throw unreadable('is not JSON', error);
    }
}
function triggerOf(name, event, sha, ref) {
    switch (name) {
        case 'push':
            if (event['deleted'] === true && (job_text(event['ref']) ?? ref) !== ref) {
                // Of the branch that was deleted only the event tells: the run itself goes back to the default branch, and GitHub
                // lists it as one of its runs. Were it to do nothing, its success would speak for what earlier ones left undone.
                return { kind: 'push', before: undefined, after: sha, deleted: false };
            }
            return {
                kind: 'push',
                before: commit(event['before']),
                after: commit(event['after']) ?? sha,
                deleted: event['deleted'] === true
            };
        case 'pull_request':
        case 'pull_request_review':
        case 'pull_request_review_comment': {
            const pullRequest = object(event['pull_request']);
            const base = commit(object(pullRequest['base'])['sha']);
            const head = commit(object(pullRequest['head'])['sha']);
            return base === undefined || head === undefined ? { kind: 'other', name } : { kind: 'pull-request', base, head };
        }
        case 'merge_group': {
            const group = object(event['merge_group']);
            const base = commit(group['base_sha']);
            return base === undefined
                ? { kind: 'other', name }
                : { kind: 'merge-group', base, head: commit(group['head_sha']) ?? sha };
        }
        case 'pull_request_target':
        case 'workflow_run':
            return { kind: 'untrusted', name };
        default:
            return { kind: 'other', name };
    }
}
/** `owner/name/.github/workflows/sync.yml@refs/heads/main` → `.github/workflows/sync.yml`. */
function workflowPath(reference, repository) {
    const path = reference.replace(/@refs\/.*$/s, '');
    const prefix = `${repository}/`;
    return path.toLowerCase().startsWith(prefix.toLowerCase()) ? path.slice(prefix.length) : undefined;
}
function object(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
function job_text(value) {
    return typeof value === 'string' && value !== '' ? value : undefined;
}
/** A commit's id; 40 or 64 zeros are GitHub's way to say that there is none. */
function commit(value) {
    return typeof value === 'string' && job_COMMIT.test(value) && !/^0+$/.test(value) ? value : undefined;
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __nccwpck_require__(7975);
;// CONCATENATED MODULE: ./src/secret.ts

const HIDDEN = '***';
/**
 * A token that cannot be printed by accident: it lives in one private field, and every way an object turns into text
 * yields `***`. Whoever needs the value says so with `reveal()`, which three places do: the `Authorization` header of the
 * service, that of GitHub's API, and that of `git fetch`.
 */
class Secret {
    #value;
    constructor(value) {
        this.#value = value;
    }
    reveal() {
        return this.#value;
    }
    /** `text` with every appearance of the secret replaced, also as base64 and URL-encoded: a service may echo it. */
    redact(text) {
        const forms = [this.#value, encodeURIComponent(this.#value), Buffer.from(this.#value).toString('base64')];
        return forms.reduce((redacted, form) => redacted.replaceAll(form, HIDDEN), text);
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

;// CONCATENATED MODULE: ./src/inputs.ts



const DEFAULTS = {
    files: 'docs/runbooks/**/*.md',
    mode: 'auto',
    scope: 'auto',
    name: '{title}',
    'front-matter': 'strip',
    links: 'absolute',
    'source-link': 'false',
    removed: 'report',
    verify: 'auto',
    concurrency: '8',
    timeout: '30',
    retries: '4',
    'max-bytes': '1048576'
};
/**
 * Reads every input from the environment and masks the tokens before anything else can print.
 *
 * @throws {Failure} of kind `input`, naming the first input that cannot be used.
 */
function readInputs() {
    const token = readSecret('token');
    const githubToken = readSecret('github-token');
    const inputs = {
        token: token === undefined ? undefined : new Secret(checkedToken(token)),
        baseUrl: readBaseUrl(),
        files: read('files')
            .split(/\r?\n/)
            .map((line) => line.trim())
            .filter((line) => line !== '' && !line.startsWith('#')),
        root: readRoot(),
        mode: readChoice('mode', ['auto', 'sync', 'plan', 'check']),
        scope: readChoice('scope', ['auto', 'changed', 'all']),
        since: readSince(),
        name: read('name'),
        frontMatter: readChoice('front-matter', ['strip', 'keep']),
        links: readChoice('links', ['absolute', 'keep']),
        sourceLink: readChoice('source-link', ['true', 'false']) === 'true',
        removed: readChoice('removed', ['report', 'retire']),
        verify: readChoice('verify', ['auto', 'true', 'false']),
        shard: readShard(),
        concurrency: readInteger('concurrency', 1, 64),
        timeout: readSeconds('timeout', 600) * 1000,
        retries: readInteger('retries', 0, 20),
        maxBytes: readInteger('max-bytes', 1, 64 * 1024 * 1024),
        tokenExpiresOn: readDate('token-expires-on'),
        githubToken: githubToken === undefined ? undefined : new Secret(githubToken)
    };
    checkCombinations(inputs);
    return inputs;
}
/**
 * The token and the address, for a run that needs them.
 *
 * @throws {Failure} of kind `input` when one is missing.
 */
function requireService(inputs) {
    const { token, baseUrl } = inputs;
    if (token === undefined) {
        throw (0,failures/* invalidInput */.aY)('token', 'is empty: the secret is missing.', 'Add the token as a repository secret and pass it: `token: ${{ secrets.RUNBOOK_SYNC_TOKEN }}`. ' +
            'Pull requests from forks and Dependabot get no secrets; `mode: plan` works without one.');
    }
    if (baseUrl === undefined) {
        throw (0,failures/* invalidInput */.aY)('base-url', 'is empty; so is a variable that is not set.', 'Give the address of the assistant’s API, for example `base-url: https://assistant.example.com/api`. ' +
            '`mode: plan` works without one.');
    }
    return { token, baseUrl };
}
function read(name) {
    const value = getInput(name);
    return value === '' && name in DEFAULTS ? DEFAULTS[name] : value;
}
function readOptional(name) {
    const value = read(name);
    return value === '' ? undefined : value;
}
/** Masked as given and as trimmed, and in the forms in which an echo may carry it, before it is even looked at. */
function readSecret(name) {
    const raw = getInput(name, { trimWhitespace: false });
    const value = raw.trim();
    if (value === '')
        return undefined;
    setSecret(raw);
    setSecret(value);
    setSecret(encodeURIComponent(value.toWellFormed()));
    setSecret(Buffer.from(value).toString('base64'));
    return value;
}
function checkedToken(token) {
    if (/^bearer\s/i.test(token)) {
        throw (0,failures/* invalidInput */.aY)('token', 'starts with `Bearer`.', 'Give the value alone; the Action adds `Bearer` itself.');
    }
    if (!/^[\x21-\x7e]+$/.test(token)) {
        throw (0,failures/* invalidInput */.aY)('token', 'contains a space, a line break or a character that no token has (the value is not shown).', 'Copy the value again, or rotate the token in Settings → Access Tokens, and store it without anything around it.');
    }
    return token;
}
function readBaseUrl() {
    const value = readOptional('base-url');
    if (value === undefined)
        return undefined;
    const example = 'Give an address such as `https://assistant.example.com/api`.';
    // `URL` drops tabs and line breaks without a word, and escapes other blanks: nobody means them.
    // eslint-disable-next-line no-control-regex
    if (/[\x00-\x20\x7f]/.test(value))
        throw (0,failures/* invalidInput */.aY)('base-url', 'contains a blank or a line break.', example);
    if (!URL.canParse(value))
        throw (0,failures/* invalidInput */.aY)('base-url', 'is not a URL: one begins with `https://`.', example);
    const url = new URL(value);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
        throw (0,failures/* invalidInput */.aY)('base-url', 'must be https, so that the token cannot be read on the way; plain http is for this machine (127.0.0.1) only.', example);
    }
    if (url.username !== '' || url.password !== '') {
        throw (0,failures/* invalidInput */.aY)('base-url', 'must not contain a user name or password.', `${example} The token goes into \`token\`.`);
    }
    // `URL` cannot tell `https://host/?` from `https://host/`, hence the raw text.
    if (value.includes('?') || value.includes('#')) {
        throw (0,failures/* invalidInput */.aY)('base-url', 'must not have a query (`?`) or a fragment (`#`).', example);
    }
    return url.href.replace(/\/+$/, '');
}
function isLoopback(hostname) {
    return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
function readRoot() {
    const value = read('root').replace(/^\.\//, '').replace(/\/+$/, '');
    if (value === '.' || value === '')
        return '';
    if (value.startsWith('/') || /^[a-z]:/i.test(value) || value.split(/[/\\]/).includes('..')) {
        throw (0,failures/* invalidInput */.aY)('root', 'must be a folder inside the workspace, without `..`.', 'Give the same value as `path` of actions/checkout, for example `root: handbook`.');
    }
    return value;
}
function readSince() {
    const value = readOptional('since');
    if (value === undefined)
        return undefined;
    // A leading dash would be an option to Git; blanks and control characters are in no name of a commit.
    // eslint-disable-next-line no-control-regex
    if (value.startsWith('-') || value.length > 255 || /[\x00-\x20\x7f]/.test(value)) {
        throw (0,failures/* invalidInput */.aY)('since', 'is not a commit.', 'Give the full id of a commit of this repository.');
    }
    return value;
}
function readChoice(name, choices) {
    const value = read(name).toLowerCase();
    if (choices.includes(value))
        return value;
    throw (0,failures/* invalidInput */.aY)(name, `is ${quoted(read(name))}.`, `It takes ${listed(choices)}.`);
}
function readInteger(name, least, most) {
    const value = read(name);
    const number = Number(value);
    if (/^\d{1,15}$/.test(value) && number >= least && number <= most)
        return number;
    throw (0,failures/* invalidInput */.aY)(name, `is ${quoted(value)}.`, `It takes a whole number from ${least} to ${most}.`);
}
function readSeconds(name, most) {
    const value = read(name);
    const number = Number(value);
    if (/^\d{1,6}(\.\d{1,3})?$/.test(value) && number > 0 && number <= most)
        return number;
    throw (0,failures/* invalidInput */.aY)(name, `is ${quoted(value)}.`, `It takes seconds, more than 0 and at most ${most}.`);
}
function readShard() {
    const value = readOptional('shard');
    if (value === undefined)
        return undefined;
    const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? [];
    const shard = { index: Number(index), count: Number(count) };
    if (shard.index >= 1 && shard.index <= shard.count)
        return shard;
    throw (0,failures/* invalidInput */.aY)('shard', `is ${quoted(value)}.`, 'It takes the part and the number of parts, for example `3/8`.');
}
function readDate(name) {
    const value = readOptional(name);
    if (value === undefined)
        return undefined;
    const date = new Date(`${value}T00:00:00Z`);
    // The round trip refuses the 30th of February, which `Date` would take for the 2nd of March.
    if (/^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value)) {
        return date;
    }
    throw (0,failures/* invalidInput */.aY)(name, `is ${quoted(value)}.`, 'It takes a date, for example `2027-02-01`.');
}
function checkCombinations({ scope, since, shard, removed }) {
    if (since !== undefined && scope === 'all') {
        throw (0,failures/* invalidInput */.aY)('since', 'contradicts `scope: all`.', 'Give one of the two.');
    }
    if (shard !== undefined && (scope === 'changed' || since !== undefined)) {
        throw (0,failures/* invalidInput */.aY)('shard', 'is for whole syncs.', 'Leave out `since` and `scope: changed`.');
    }
    if (shard !== undefined && removed === 'retire') {
        throw (0,failures/* invalidInput */.aY)('shard', 'cannot go together with `removed: retire`: one part cannot see what the others still need.', 'Retire in a run without `shard`.');
    }
}
/** A value as a person typed it, short enough and inert enough for a message. */
function quoted(value) {
    const printable = value.replace(/[^\x20-\x7e]/g, '?').replaceAll('`', "'");
    return `\`${printable.length > 60 ? `${printable.slice(0, 60)}…` : printable}\``;
}
function listed(choices) {
    const marked = choices.map((choice) => `\`${choice}\``);
    return marked.length < 2 ? marked.join('') : `${marked.slice(0, -1).join(', ')} or ${marked.at(-1) ?? ''}`;
}

;// CONCATENATED MODULE: ./src/report/view.ts

/** The order in which outcomes are told: what needs a person first. */
const OUTCOMES = [
    'failed',
    'refused',
    'pending',
    'upserted',
    'planned',
    'retired',
    'removed',
    'unchanged',
    'excluded'
];
function totalsOf(outcomes) {
    const totals = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0]));
    for (const { outcome } of outcomes)
        totals[outcome]++;
    return totals;
}
/** The outcomes that keep the job red: a runbook of the branch is not in the knowledge base. */
function isUndelivered({ outcome }) {
    return outcome === 'failed' || outcome === 'refused' || outcome === 'pending';
}
/** What failed as a whole, if anything did: what ended the run, or the runbooks that did not arrive. */
function verdictOf(view) {
    const totals = totalsOf(view.outcomes);
    const { failed, refused, pending } = totals;
    const undelivered = failed + refused + pending;
    if (view.failure !== undefined) {
        const { kind, message, remedy } = view.failure;
        if (undelivered === 0)
            return view.failure;
        const todo = [remedy];
        if (refused > 0)
            todo.push('Mend what was refused, as the annotations and the summary say.');
        // What these say is to run it again.
        if (kind !== 'cancelled' && kind !== 'out-of-time')
            todo.push(...catchesUp(totals));
        return new failures/* Failure */.HR(kind, `${message} ${notDelivered(view, undelivered)}`, todo.join(' '), { cause: view.failure });
    }
    if (undelivered === 0)
        return undefined;
    const parts = [
        failed > 0 && `${grouped(failed)} failed`,
        refused > 0 && `${grouped(refused)} refused`,
        pending > 0 && `${grouped(pending)} pending`
    ].filter((part) => part !== false);
    return new failures/* Failure */.HR('incomplete', notDelivered(view, undelivered, ` (${parts.join(', ')})`), remedyFor(view));
}
function remedyFor({ mode, outcomes }) {
    if (mode === 'plan')
        return 'Mend them before the merge; the annotations and the summary say how.';
    const totals = totalsOf(outcomes);
    const todo = ['The annotations and the summary say how to mend them.'];
    if (totals.refused > 0) {
        todo.push('Until those that were refused are, this job stays red; nothing else waits for them.');
    }
    return [...todo, ...catchesUp(totals)].join(' ');
}
/** What a person who mended the cause still has to do; nothing where all that is missing has to be mended itself. */
function catchesUp({ refused, failed, pending }) {
    if (failed + pending === 0)
        return [];
    const missing = refused > 0 ? 'whatever else is missing' : 'whatever is missing';
    return [`The next run delivers ${missing}: run this job again, or just push.`];
}
function notDelivered({ mode, outcomes }, count, kinds = '') {
    const paths = outcomes.filter(isUndelivered).map(({ path }) => path);
    const shown = paths.slice(0, 5).join(', ');
    const more = paths.length > 5 ? ` and ${grouped(paths.length - 5)} more` : '';
    const verb = mode === 'plan' ? 'would not be' : count === 1 ? 'was not' : 'were not';
    return `${countOf(count, 'runbook')} ${verb} delivered${kinds}: ${shown}${more}.`;
}
function countOf(count, thing) {
    return `${grouped(count)} ${thing}${count === 1 ? '' : 's'}`;
}
/** A count as it is read, `12,345`. Asking `Intl` for it would load its data, which takes longer than all of a report. */
function grouped(count) {
    return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

;// CONCATENATED MODULE: ./src/report/expiry.ts

const DAY = 24 * 60 * 60 * 1000;
/** Long enough for somebody who is on holiday. */
const WARN_DAYS = 14;
/**
 * Warns before the token expires. `expiresOn` is the day on which it stops working, at midnight UTC, as a person wrote it
 * in the workflow; the service has no way to be asked.
 */
function expiryNotices(expiresOn, now) {
    if (expiresOn === undefined)
        return [];
    const days = Math.ceil((expiresOn.getTime() - now.getTime()) / DAY);
    if (days > WARN_DAYS)
        return [];
    const day = expiresOn.toISOString().slice(0, 10);
    const when = days > 0 ? `expires on ${day}, in ${countOf(days, 'day')}` : `has expired on ${day}, or is about to`;
    return [
        {
            level: 'warning',
            message: `The token ${when} (\`token-expires-on\`). Before then, in the assistant: Settings → Access Tokens → Rotate; copy ` +
                'the value, which is shown once, into the repository secret that `token` reads; then put the new date into ' +
                '`token-expires-on`. The old value stops working at once, so do the three in one go.'
        }
    ];
}

;// CONCATENATED MODULE: ./src/report/inert.ts
/**
 * The one place through which text that others wrote (file names, titles, answers of the service) reaches people. The
 * runner reads `::command::` after leading white space and the old `##[command]` anywhere in a line; a terminal and a
 * browser obey control and bidirectional characters; a summary renders Markdown and HTML. None of it survives here.
 */
/** C0, DEL, C1, line and paragraph separator, bidirectional controls, zero-width characters, the byte order mark, tags. */
const INVISIBLE = 
// eslint-disable-next-line no-control-regex
/[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const NAMED = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** Makes what cannot be seen visible, on one line: a line feed as `\n`, a right-to-left override as `\u{202e}`. */
function visible(text) {
    return text
        .toWellFormed()
        .replace(INVISIBLE, (char) => NAMED[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
/** One line for the log that holds no workflow command, wherever it is put. */
function forLog(text) {
    return visible(text)
        .replaceAll('##[', '# #[')
        .replace(/:(?=:)/g, ': ');
}
/** Text for Markdown and for HTML inside it, in which nothing is markup. */
function forMarkdown(text) {
    return (visible(text)
        .replace(/["!#$&*<>@[\]\\^`{|}~]/g, entity)
        // An address, or the name of an emoji.
        .replace(/:(?=\S)/g, entity)
        // Inside a word an underscore is only an underscore; elsewhere two of them are emphasis.
        .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, entity)
        // Bare addresses become links without any markup.
        .replace(/\bwww\./gi, (start) => start.replace('.', '&#46;')));
}
/** A sentence of ours for Markdown: what stands between two backticks is code, and nothing else of it is markup. */
function proseForMarkdown(text) {
    return visible(text)
        .split(/`([^`]+)`/)
        .map((part, at) => (at % 2 === 0 ? forMarkdown(part) : `<code>${forMarkdown(part)}</code>`))
        .join('');
}
function entity(char) {
    return `&#${char.charCodeAt(0)};`;
}
/** At most `limit` characters, never half of one, with `…` where something is missing. */
function shortened(text, limit) {
    if (text.length <= limit)
        return text;
    return `${text
        .slice(0, limit - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`;
}

;// CONCATENATED MODULE: ./src/report/annotations.ts


/** What GitHub shows of one step: ten errors (one is the verdict), ten warnings, ten notices. */
const MOST_ERRORS = 9;
const MOST_NOTICES = 9;
/** GitHub cuts a message at 4,096 characters. */
const LONGEST = 2000;
/** One annotation for each file that needs a person, the most useful first; what does not fit is summed up. */
function annotationsOf(view) {
    return [...errors(view), ...notices(view, 'warning'), ...notices(view, 'notice'), ...leftBehind(view)];
}
function errors(view) {
    const wanted = view.outcomes.filter(({ outcome }) => outcome === 'refused' || outcome === 'failed');
    // A problem on a line of a file is mended first: it is the author's own; then what no later run will deliver either.
    const rank = ({ line, outcome }) => (line !== undefined ? 0 : outcome === 'refused' ? 1 : 2);
    wanted.sort((a, b) => rank(a) - rank(b));
    return wanted.slice(0, MOST_ERRORS).map(({ path, line, outcome, reason, remedy }) => ({
        level: 'error',
        title: `Runbook ${outcome}`,
        ...at(remedy === undefined ? reason : `${reason} ${remedy}`, path, line)
    }));
}
function notices(view, level) {
    const wanted = view.notices.filter((notice) => notice.level === level);
    // What concerns the whole run, such as a token that is about to expire, before what concerns one file.
    wanted.sort((a, b) => Number(a.path !== undefined) - Number(b.path !== undefined));
    const shown = wanted.length <= MOST_NOTICES ? wanted : wanted.slice(0, MOST_NOTICES - 1);
    const annotations = shown.map(({ message, path, line }) => ({ level, ...at(message, path, line) }));
    const more = wanted.length - shown.length;
    if (more > 0)
        annotations.push({ level, message: `${countOf(more, `more ${level}`)}: see the job summary.` });
    return annotations;
}
/** The log shows the message alone, so that it has to name the file, too. */
function at(message, path, line) {
    if (path === undefined)
        return { message: annotations_text(message) };
    const place = line === undefined ? path : `${path}:${line}`;
    return {
        message: annotations_text(message.includes(path) ? message : `${place}: ${message}`),
        file: path,
        ...(line !== undefined && { line })
    };
}
function leftBehind(view) {
    const { removed } = totalsOf(view.outcomes);
    if (removed === 0)
        return [];
    const names = view.outcomes.filter(({ outcome }) => outcome === 'removed').map(({ name }) => `“${name ?? ''}”`);
    const shown = names.slice(0, 5).join(', ');
    const more = names.length > 5 ? ` and ${grouped(names.length - 5)} more` : '';
    return [
        {
            level: 'notice',
            title: 'Entries left behind',
            message: annotations_text(`No runbook stands behind ${names.length === 1 ? 'this entry' : 'these entries'} any more: ${shown}${more}. ` +
                (view.removed === 'retire'
                    ? 'The summary says of each what `removed: retire` does to it; delete by hand in the assistant what it leaves.'
                    : 'Delete by hand in the assistant, or let `removed: retire` overwrite them with a note.'))
        }
    ];
}
function annotations_text(message) {
    return shortened(forLog(message), LONGEST);
}

;// CONCATENATED MODULE: ./src/report/json.ts

/** Raised when a reader of version 1 would misunderstand what is written; documented in `docs/report.md`. */
const VERSION = 1;
/** The JSON report, one object with a runbook a line, so that a person can read it and a tool can diff it. */
function jsonOf(view) {
    const { base = '', head = '', kind = 'nothing', reason = '' } = view.range ?? {};
    const totals = totalsOf(view.outcomes);
    const verdict = verdictOf(view);
    const header = {
        version: VERSION,
        mode: view.mode ?? '',
        success: verdict === undefined,
        failure: verdict === undefined ? null : { kind: verdict.kind, message: verdict.message, remedy: verdict.remedy },
        repository: view.repository,
        range: { kind, base, head, reason },
        totals: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, totals[outcome]]))
    };
    const runbooks = view.outcomes.map((outcome) => `\n    ${lineOf(outcome)}`);
    const opening = JSON.stringify(header, null, 2).replace(/\n\}$/, '');
    return `${opening},\n  "runbooks": [${runbooks.join(',')}\n  ]\n}\n`;
}
function lineOf({ path, name, outcome, reason, remedy, line, attempts }) {
    return JSON.stringify({
        path,
        name: name ?? null,
        outcome,
        reason,
        remedy: remedy ?? null,
        line: line ?? null,
        attempts
    });
}

;// CONCATENATED MODULE: ./src/report/progress.ts

/** Milliseconds between two lines: calm enough for a log, lively enough to see that the job is alive. */
const RHYTHM = 5000;
/** How far a delivery has come, said at a calm rhythm; a run that ends before the first beat says nothing. */
class Progress {
    #total;
    #say;
    #started = performance.now();
    #spoke = this.#started;
    #done = 0;
    constructor(total, say) {
        this.#total = total;
        this.#say = say;
    }
    /** One more is done. */
    step() {
        this.#done++;
        const now = performance.now();
        if (now - this.#spoke < RHYTHM || this.#done === this.#total)
            return;
        this.#spoke = now;
        const perSecond = this.#done / ((now - this.#started) / 1000);
        const left = Math.ceil((this.#total - this.#done) / perSecond);
        const share = Math.floor((100 * this.#done) / this.#total);
        this.#say(`${grouped(this.#done)} of ${countOf(this.#total, 'runbook')} (${share} %), ` +
            `${perSecond.toFixed(perSecond < 10 ? 1 : 0)} a second, about ${grouped(left)} s left`);
    }
}

;// CONCATENATED MODULE: ./src/report/links.ts

const links_COMMIT = /^[0-9a-f]{40,64}$/;
/** A file as a link to it at a commit, on the line; its path alone where there is no such page. */
function fileLinked(path, line, commit, { repository, serverUrl }) {
    const text = forMarkdown(shortened(path, 300)) + (line === undefined ? '' : `:${line}`);
    if (repository === '' || commit === undefined || !links_COMMIT.test(commit))
        return text;
    const encoded = path
        .toWellFormed()
        .split('/')
        .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`))
        .join('/');
    // Markdown has lines only where it is shown as text.
    const anchor = line === undefined ? '' : `?plain=1#L${line}`;
    return `[${text}](${serverUrl}/${repository}/blob/${commit}/${encoded}${anchor})`;
}
/** A commit as a link; empty where there is none. */
function commitLinked(commit, { repository, serverUrl }) {
    if (!links_COMMIT.test(commit))
        return '';
    const text = `<code>${links_short(commit)}</code>`;
    return repository === '' ? text : `[${text}](${serverUrl}/${repository}/commit/${commit})`;
}
/** Makes the two commits, which the reason of a range names as people know them, a link to what is between them. */
function comparisonLinked(prose, { repository, serverUrl, range }) {
    const { base = '', head = '' } = range ?? {};
    if (repository === '' || !links_COMMIT.test(base) || !links_COMMIT.test(head) || base === head)
        return prose;
    const [from, to] = [links_short(base), links_short(head)];
    const url = `${serverUrl}/${repository}/compare/${base}...${head}`;
    return prose.replace(`${from} → ${to}`, () => `[<code>${from}</code> → <code>${to}</code>](${url})`);
}
function links_short(commit) {
    return commit.slice(0, 7);
}

;// CONCATENATED MODULE: ./src/report/signs.ts
/** What the eye finds in a summary before it reads; the words say the same. */
const SIGNS = {
    failed: '❌',
    refused: '⛔',
    pending: '⏳',
    removed: '🍂',
    retired: '📕',
    upserted: '✅',
    planned: '📤',
    unchanged: '',
    excluded: ''
};
const NOTE_SIGN = '⚠️';
/** The word with its sign, which a line must not part. */
function signed(outcome) {
    return SIGNS[outcome] === '' ? outcome : `${SIGNS[outcome]}&#160;${outcome}`;
}

;// CONCATENATED MODULE: ./src/report/tables.ts




const LONGEST_NAME = 200;
const LONGEST_REASON = 600;
/** Bytes kept for the sentence about what is left out, and for the end of what is folded. */
const RESERVE = 400;
/** Writes tables of runbooks as long as they fit, and says how many rows did not. */
class TableWriter {
    #view;
    #lines = [];
    #left;
    /** @param budget bytes that all of it may take. */
    constructor(view, budget) {
        this.#view = view;
        this.#left = budget;
    }
    /** Our own Markdown, where there is room for it. */
    text(markdown) {
        if (markdown !== '' && this.#left > Buffer.byteLength(markdown) + RESERVE)
            this.#write(markdown);
    }
    section({ title, intro, rows, unfolded }) {
        if (rows.length === 0)
            return;
        const folded = rows.length > unfolded;
        const shared = sharedReason(rows);
        const columns = this.#columns(rows, shared !== undefined);
        this.#write(...(folded ? ['<details>', `<summary>${title} (${grouped(rows.length)})</summary>`, ''] : [`### ${title}`, '']), ...(intro === undefined ? [] : [intro, '']), ...(shared === undefined ? [] : [proseForMarkdown(shared), '']), line(columns.map((column) => column.title)), line(columns.map((column) => column.rule)));
        let written = 0;
        for (const row of rows) {
            const text = line(columns.map(({ cell }) => cell(row)));
            if (this.#left < Buffer.byteLength(text) + RESERVE)
                break;
            this.#write(text);
            written++;
        }
        const missing = rows.length - written;
        if (missing > 0) {
            const why = 'a summary holds 1 MiB. The JSON report (output <code>report</code>) has all.';
            this.#write('', `${countOf(missing, 'row')} left out: ${why}`);
        }
        this.#write('', ...(folded ? ['</details>', ''] : []));
    }
    toString() {
        return this.#lines.join('\n');
    }
    /** Only those in which something is said. */
    #columns(rows, reasonIsShared) {
        const columns = [{ title: 'runbook', rule: '---', cell: (row) => this.#linked(row) }];
        if (rows.some(({ name }) => name !== undefined)) {
            const cell = ({ name = '' }) => forMarkdown(shortened(name, LONGEST_NAME));
            columns.push({ title: 'entry', rule: '---', cell });
        }
        columns.push({ title: 'outcome', rule: '---', cell: ({ outcome }) => signed(outcome) });
        if (!reasonIsShared && rows.some(({ reason, remedy }) => reason !== '' || remedy !== undefined)) {
            const todo = rows.some(({ remedy }) => remedy !== undefined);
            columns.push({ title: todo ? 'why, and what to do' : 'why', rule: '---', cell: why });
        }
        if (rows.some(({ attempts }) => attempts > 0)) {
            columns.push({
                title: 'attempts',
                rule: '---:',
                cell: ({ attempts }) => (attempts > 0 ? grouped(attempts) : '')
            });
        }
        return columns;
    }
    /** A runbook that is gone is linked where it still was. */
    #linked({ path, line, outcome }) {
        const { range } = this.#view;
        const commit = outcome === 'removed' || outcome === 'retired' ? range?.base : range?.head;
        return fileLinked(path, line, commit, this.#view);
    }
    #write(...lines) {
        for (const each of lines) {
            this.#lines.push(each);
            this.#left -= Buffer.byteLength(each) + 1;
        }
    }
}
/** What is the same for all is said once. */
function sharedReason(rows) {
    const [first] = rows;
    if (first === undefined || rows.length < 2 || first.reason === '' || first.remedy !== undefined)
        return undefined;
    return rows.every(({ reason, remedy }) => reason === first.reason && remedy === undefined) ? first.reason : undefined;
}
function why({ reason, remedy = '' }) {
    const parts = [reason, remedy].map((part) => proseForMarkdown(shortened(part, LONGEST_REASON)));
    return parts.filter((part) => part !== '').join('<br> → ');
}
function line(cells) {
    return `| ${cells.join(' | ')} |`;
}

;// CONCATENATED MODULE: ./src/report/summary.ts





/** GitHub drops a step's summary above 1 MiB, with an error; the rest is for what other parts of the step wrote. */
const LIMIT = 1024 * 1024 - 64 * 1024;
const summary_LONGEST_REASON = 600;
/** Rows of what needs a person, and of the rest, that are not folded away. */
const URGENT = 25;
const UNFOLDED = 20;
const FEW = 5;
/** Notices in an alert, and those about files that are shown, and folded. */
const ALERTS = 10;
const REMARKS = 10;
const MOST_REMARKS = 200;
/** The job summary, as Markdown in which no text of others is markup. */
function summaryOf(view) {
    const parts = [
        headline(view),
        range(view),
        counts(view),
        problem(view),
        alerts(view, 'warning'),
        alerts(view, 'notice')
    ];
    const before = parts.filter((part) => part !== '').join('\n\n');
    return `${before}\n\n${tables(view, LIMIT - Buffer.byteLength(before))}`.trimEnd() + '\n';
}
function headline(view) {
    const totals = totalsOf(view.outcomes);
    const [sign, text] = verdict(view, totals.failed + totals.refused + totals.pending);
    return `## ${sign} Runbook Sync: ${text}`;
}
function verdict(view, undelivered) {
    const { upserted, retired, planned, unchanged } = totalsOf(view.outcomes);
    if (view.failure?.kind === 'token-rejected')
        return ['❌', 'the token was rejected'];
    if (view.failure?.kind === 'cancelled')
        return ['❌', 'cancelled'];
    if (undelivered > 0) {
        const verb = view.mode === 'plan' ? 'would not be' : undelivered === 1 ? 'was not' : 'were not';
        return ['❌', `${countOf(undelivered, 'runbook')} ${verb} delivered`];
    }
    if (view.failure !== undefined)
        return ['❌', 'the run failed'];
    if (view.mode === 'check')
        return ['✅', 'the token is good'];
    if (view.mode === 'plan')
        return ['📋', `a plan: ${countOf(planned, 'runbook')} to send, nothing written`];
    if (upserted > 0)
        return ['✅', `${countOf(upserted, 'runbook')} delivered`];
    if (retired > 0)
        return ['✅', retired === 1 ? '1 entry retired' : `${grouped(retired)} entries retired`];
    if (unchanged > 0)
        return ['✅', 'everything is there already'];
    return ['✅', 'nothing to deliver'];
}
/** Why this range, with its commits to look at. */
function range(view) {
    if (view.range === undefined)
        return '';
    const { kind, reason } = view.range;
    const prose = comparisonLinked(proseForMarkdown(reason), view);
    const head = kind === 'whole' && prose === proseForMarkdown(reason) ? commitLinked(view.range.head, view) : '';
    return head === '' ? prose : `${prose.replace(/\.$/, '')} (${head}).`;
}
function counts({ outcomes }) {
    const totals = totalsOf(outcomes);
    const told = OUTCOMES.filter((outcome) => totals[outcome] > 0);
    if (told.length === 0)
        return '';
    const row = (cells) => `| ${cells.join(' | ')} |`;
    return [
        row(told.map(signed)),
        row(told.map(() => ':---:')),
        row(told.map((outcome) => grouped(totals[outcome])))
    ].join('\n');
}
/** What ended the run, or what the refused ones do to the next runs; either way, what to do. */
function problem(view) {
    const totals = totalsOf(view.outcomes);
    const { failed, refused, pending } = totals;
    const undelivered = failed + refused + pending;
    if (view.failure !== undefined) {
        // The verdict's own message lists paths, which the table does better.
        const todo = verdictOf(view)?.remedy ?? view.failure.remedy;
        return summary_alert('CAUTION', [proseForMarkdown(view.failure.message), `**What to do:** ${proseForMarkdown(todo)}`]);
    }
    if (undelivered === 0)
        return '';
    if (view.mode === 'plan') {
        return summary_alert('CAUTION', [`**What to do:** mend them before the merge, as the table says. ${LEAVE_OUT}`]);
    }
    const todo = ['**What to do:** the table says it for each.', ...catchesUp(totals)];
    if (refused === 0)
        return summary_alert('CAUTION', [todo.join(' ')]);
    return summary_alert('CAUTION', [[...todo, LEAVE_OUT].join(' '), staysRed(view)]);
}
const LEAVE_OUT = 'To leave one out for now, put <code>draft: true</code> into its front matter, or a line <code>!path/of/it.md</code> ' +
    'at the end of <code>files</code>.';
/** A refused runbook is no accident that passes: until it is mended, no run succeeds, and so the base stays. */
function staysRed(view) {
    const base = view.range?.sinceSuccess === true ? commitLinked(view.range.base ?? '', view) : '';
    const from = base === '' ? '' : `, and begins again at ${base}`;
    return `**Until then** every run stays red${from}: nothing is lost meanwhile, and the other runbooks go on being delivered.`;
}
/** What concerns no single file. */
function alerts(view, level) {
    const wanted = view.notices.filter((notice) => notice.level === level && notice.path === undefined);
    if (wanted.length === 0)
        return '';
    const shown = wanted.slice(0, ALERTS).map(({ message }) => proseForMarkdown(shortened(message, summary_LONGEST_REASON)));
    const more = wanted.length - shown.length;
    return summary_alert(level === 'warning' ? 'WARNING' : 'NOTE', more > 0 ? [...shown, `And ${countOf(more, 'more')}.`] : shown);
}
function summary_alert(kind, paragraphs) {
    return `> [!${kind}]\n${paragraphs.map((paragraph) => `> ${paragraph}`).join('\n>\n')}`;
}
/** What somebody should look at in single files although they were delivered: broken links, skipped files. */
function remarks(view) {
    const wanted = view.notices.filter(({ path }) => path !== undefined);
    if (wanted.length === 0)
        return '';
    const lines = wanted
        .slice(0, MOST_REMARKS)
        .map(({ message, path = '', line }) => `- ${fileLinked(path, line, view.range?.head, view)}: ${proseForMarkdown(shortened(message, summary_LONGEST_REASON))}`);
    const more = wanted.length - lines.length;
    if (more > 0)
        lines.push(`- and ${grouped(more)} more`);
    const title = `${NOTE_SIGN} Worth a look`;
    return wanted.length <= REMARKS
        ? `### ${title}\n\n${lines.join('\n')}\n`
        : `<details>\n<summary>${title} (${grouped(wanted.length)})</summary>\n\n${lines.join('\n')}\n\n</details>\n`;
}
function tables(view, budget) {
    const sorted = [...view.outcomes].sort((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome) || (a.path < b.path ? -1 : 1));
    const those = (...wanted) => sorted.filter(({ outcome }) => wanted.includes(outcome));
    const urgent = those('failed', 'refused');
    const writer = new TableWriter(view, budget);
    writer.section({ title: 'Needs a person', rows: urgent.slice(0, URGENT), unfolded: URGENT });
    writer.section({ title: 'More that need a person', rows: urgent.slice(URGENT), unfolded: 0 });
    writer.section({ title: 'Pending', rows: those('pending'), unfolded: UNFOLDED });
    writer.text(remarks(view));
    writer.section({ title: 'Delivered', rows: those('upserted', 'retired'), unfolded: UNFOLDED });
    writer.section({ title: 'To be sent', rows: those('planned'), unfolded: UNFOLDED });
    writer.section({ title: 'Left behind', intro: LEFT_BEHIND[view.removed], rows: those('removed'), unfolded: UNFOLDED });
    writer.section({ title: 'Nothing to do', rows: those('unchanged', 'excluded'), unfolded: FEW });
    return writer.toString();
}
const LEFT_BEHIND = {
    report: 'No runbook stands behind these entries any more, and the service has no way to delete one: delete them by hand in the ' +
        'assistant, or let <code>removed: retire</code> overwrite them with a note.',
    retire: 'No runbook stands behind these entries any more, and the service has no way to delete one. The table says of each ' +
        'what <code>removed: retire</code> does to it; delete by hand in the assistant what it leaves.'
};

;// CONCATENATED MODULE: ./src/report/report.ts











/** How many runbooks the log names one by one; the summary and the JSON report have them all. */
const NAMED_IN_LOG = 200;
const SKIPPED = {
    symlink: 'it is a symbolic link, which is never followed',
    submodule: 'it is a submodule, whose files are in another repository',
    'not UTF-8': 'its name is not UTF-8',
    'special file': 'it is no regular file',
    'outside the workspace': 'it is outside the workspace'
};
/** Collects what happens and tells people: the log while the job runs; annotations, summary and outputs at its end. */
class Report {
    #mode;
    #removed = 'report';
    #range;
    #failure;
    #progress;
    #repository;
    #serverUrl;
    #folder;
    #notices = [];
    /** By path and name: a runbook that got another name also left an entry behind. */
    #outcomes = new Map();
    constructor(env) {
        this.#repository = env['GITHUB_REPOSITORY'] ?? '';
        this.#serverUrl = env['GITHUB_SERVER_URL'] ?? 'https://github.com';
        const temporary = env['RUNNER_TEMP'] ?? '';
        this.#folder = temporary === '' ? (0,external_node_os_namespaceObject.tmpdir)() : temporary;
    }
    info(line) {
        info(forLog(line));
    }
    debug(line) {
        debug(forLog(line));
    }
    /** Where each request is told under step debug; nowhere else, for there can be a hundred thousand. */
    trace = isDebug()
        ? (line) => {
            this.debug(line);
        }
        : undefined;
    begin(mode, removed, notices) {
        this.#mode = mode;
        this.#removed = removed;
        this.notices(notices);
    }
    notices(notices) {
        this.#notices.push(...notices);
    }
    /** Which runbooks a round of the run concerns, chosen by `patterns`. */
    changes({ range, selected, gone, skipped, looked, notices }, patterns) {
        // A later round goes on from where an earlier one began.
        this.#range = this.#range === undefined ? range : { ...this.#range, head: range.head };
        this.info(range.reason);
        this.notices(notices);
        this.notices(skipped.map(({ path, reason }) => ({ level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` })));
        if (selected.length === 0 && range.kind !== 'nothing') {
            this.notices([
                {
                    // Where there were some, a pattern or a folder was more likely mistaken than meant.
                    level: gone.length > 0 ? 'warning' : 'notice',
                    message: `No file matches \`files\` (${patterns.join(', ')}); looked at ${countOf(looked, 'file')}.`
                }
            ]);
        }
    }
    /** What is expected to become of every runbook, as long as nothing else has; `sending` of them are to be sent. */
    planned(outcomes, sending) {
        if (this.#outcomes.size > 0)
            this.#judgedAnew(new Set(outcomes.map(({ path }) => path)));
        for (const outcome of outcomes)
            this.#keep(outcome);
        this.#progress = new Progress(sending, (line) => {
            this.info(line);
        });
    }
    /** A later round judges all refusals anew, and sends anew what failed and has changed since. */
    #judgedAnew(paths) {
        for (const [key, { path, outcome }] of this.#outcomes) {
            if (outcome === 'refused' || (outcome === 'failed' && paths.has(path)))
                this.#outcomes.delete(key);
        }
    }
    /** What became of one. */
    outcome = (outcome) => {
        this.#keep(outcome);
        this.#progress?.step();
    };
    /** Whether everything so far went well: what is irreversible waits for it. */
    get clean() {
        return verdictOf(this.#view()) === undefined;
    }
    /** What ended the run early. What is no `Failure` is a defect, and its stack is for those who mend it: step debug shows it. */
    fail(thrown) {
        if (thrown instanceof failures/* Failure */.HR) {
            this.#failure = thrown;
            return;
        }
        if (thrown instanceof Error && thrown.stack !== undefined)
            this.debug(thrown.stack);
        this.#failure = new failures/* Failure */.HR('source', `An unexpected error: ${shortened((0,failures/* messageOf */.bD)(thrown), 500)}.`, 'This is a defect of Runbook Sync. Run the job again with debug logging and report what it prints.', { cause: thrown });
    }
    /** Writes everything, whatever happened before. Returns the message to fail the job with, if it is to fail. */
    async write() {
        const view = this.#view();
        this.#logOutcomes(view);
        for (const { level, message, title, file, line } of annotationsOf(view)) {
            const properties = {
                ...(title !== undefined && { title }),
                ...(file !== undefined && { file }),
                ...(line !== undefined && { startLine: line })
            };
            const say = level === 'error' ? error : level === 'warning' ? warning : notice;
            say(message, properties);
        }
        const unwritten = [writeOutputs(view), await this.#writeJson(view), await this.#writeSummary(view)];
        for (const why of unwritten)
            if (why !== undefined)
                warning(why);
        const verdict = verdictOf(view);
        if (view.mode === 'check' && verdict === undefined)
            this.info('The token is good.');
        return verdict === undefined ? undefined : forLog(`${verdict.message} ${verdict.remedy}`);
    }
    #view() {
        return {
            mode: this.#mode,
            removed: this.#removed,
            repository: this.#repository,
            serverUrl: this.#serverUrl,
            range: this.#range,
            outcomes: [...this.#outcomes.values()],
            notices: this.#notices,
            failure: this.#failure
        };
    }
    #logOutcomes({ outcomes }) {
        for (const { outcome, path, name, reason } of outcomes.slice(0, NAMED_IN_LOG)) {
            const entry = name === undefined ? '' : ` “${name}”`;
            this.info(`  ${outcome.padEnd(9)} ${path}${entry}${reason === '' ? '' : ` (${shortened(reason, 300)})`}`);
        }
        const more = outcomes.length - NAMED_IN_LOG;
        if (more > 0)
            this.info(`  and ${countOf(more, 'more runbook')}: see the summary or the JSON report`);
        const totals = totalsOf(outcomes);
        const counts = OUTCOMES.filter((outcome) => totals[outcome] > 0);
        if (counts.length > 0) {
            this.info(counts.map((outcome) => `${grouped(totals[outcome])} ${outcome}`).join(', '));
        }
    }
    #keep(outcome) {
        this.#outcomes.set(`${outcome.path}\0${outcome.name ?? ''}`, outcome);
    }
    async #writeJson(view) {
        try {
            // A folder of its own: two steps of one job may both use this Action.
            const path = (0,external_node_path_namespaceObject.join)(await (0,external_node_fs_promises_namespaceObject.mkdtemp)((0,external_node_path_namespaceObject.join)(this.#folder, 'runbook-sync-')), 'report.json');
            await (0,external_node_fs_promises_namespaceObject.writeFile)(path, jsonOf(view));
            setOutput('report', path);
            return undefined;
        }
        catch (error) {
            return `The JSON report could not be written: ${forLog((0,failures/* messageOf */.bD)(error))}`;
        }
    }
    async #writeSummary(view) {
        try {
            await summary/* summary */.z.addRaw(summaryOf(view)).write();
            return undefined;
        }
        catch (error) {
            return `The job summary could not be written: ${forLog((0,failures/* messageOf */.bD)(error))}`;
        }
    }
}
function writeOutputs(view) {
    const totals = totalsOf(view.outcomes);
    try {
        for (const outcome of OUTCOMES) {
            if (outcome !== 'planned' && outcome !== 'excluded')
                setOutput(outcome, totals[outcome]);
        }
        setOutput('token-rejected', view.failure?.kind === 'token-rejected');
        setOutput('base', view.range?.base ?? '');
        setOutput('head', view.range?.head ?? '');
        return undefined;
    }
    catch (error) {
        return `The outputs could not be written: ${forLog((0,failures/* messageOf */.bD)(error))}`;
    }
}

;// CONCATENATED MODULE: ./src/runbooks/name.ts

const VARIABLES = ['title', 'path', 'dir', 'stem', 'repository'];
/** Characters of a name; what is longer is a paragraph that became a heading. */
const name_MAX_LENGTH = 1000;
/**
 * Checks the input `name`. Braces mean a variable and nothing else: there is no way to write a literal one, so that a
 * later variable cannot change the meaning of a template.
 *
 * @throws {Failure} of kind `input`
 */
function checkNameTemplate(template) {
    const known = `It takes text with ${VARIABLES.map((variable) => `\`{${variable}}\``).join(', ')}.`;
    let used = 0;
    for (const [part] of template.matchAll(/\{[^{}]*\}|[{}]/g)) {
        const variable = part.slice(1, -1);
        if (part.length === 1)
            throw (0,failures/* invalidInput */.aY)('name', `has a brace without its other half (\`${part}\`).`, known);
        if (!isVariable(variable)) {
            const shown = variable
                .replace(/[^\x20-\x7e]/g, '?')
                .replaceAll('`', "'")
                .slice(0, 60);
            throw (0,failures/* invalidInput */.aY)('name', `has an unknown variable \`{${shown}}\`.`, known);
        }
        used++;
    }
    if (used === 0)
        throw (0,failures/* invalidInput */.aY)('name', 'has no variable, so that all runbooks would have one name.', known);
}
function isVariable(name) {
    return VARIABLES.includes(name);
}
/** What a runbook is called that does not say so itself: as its file; README and index files as their folder. */
function titleOf({ path, repository }) {
    const { dir, stem } = partsOf(path);
    if (!isIndex(path))
        return stem;
    return lastPart(dir === '' ? repository : dir);
}
/** A file that stands for its folder. */
function isIndex(path) {
    return /^(?:readme|_?index)$/i.test(partsOf(path).stem);
}
/** Whether the template asks for a title at all, which costs a look into the text. */
function needsTitle(template) {
    return template.includes('{title}');
}
/** Fills in a checked template: white space collapsed, nothing that cannot be shown, never empty. */
function nameOf(template, title, place) {
    const values = { title, ...place, ...partsOf(place.path) };
    const filled = template.replace(/\{(\w+)\}/g, (all, variable) => isVariable(variable) ? values[variable] : all);
    const name = filled.replace(/\s+/g, ' ').trim();
    const remedy = 'Give it a `title` in its front matter, or change the `name` template.';
    const refused = (message) => ({ kind: 'refused', problem: { message, remedy } });
    if (/\p{Cc}|\p{Cs}/u.test(name))
        return refused('Its name contains a control character.');
    if (/^[\p{Cf}\p{Z}]*$/u.test(name))
        return refused('Its name is empty.');
    if (name.length > name_MAX_LENGTH)
        return refused(`Its name is longer than ${name_MAX_LENGTH} characters.`);
    return { kind: 'name', name };
}
function partsOf(path) {
    const file = lastPart(path);
    const dir = path.slice(0, -file.length - 1);
    return { dir, stem: file.replace(/(?!^)\.[^.]*$/, '') };
}
function lastPart(path) {
    return path.slice(path.lastIndexOf('/') + 1);
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __nccwpck_require__(4573);
;// CONCATENATED MODULE: external "node:fs"
const external_node_fs_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:fs");
;// CONCATENATED MODULE: ./src/source/disk.ts





/**
 * The files of a folder that is no Git work tree: runbooks that the job has made. @actions/glob finds them; none is
 * read that is not a regular file inside the folder, whatever links lead there.
 *
 * @param folder absolute path, without symlinks.
 * @param patterns lines of `files`, already checked.
 */
function openDisk(folder, patterns) {
    return new DiskSource(folder, patterns);
}
class DiskSource {
    kind = 'disk';
    problem = 'there is no Git here';
    #folder;
    #patterns;
    constructor(folder, patterns) {
        this.#folder = folder;
        this.#patterns = patterns;
    }
    async list(_commit, choose) {
        const { paths, unreadable, looked } = await this.#walk(choose);
        const files = [];
        const skipped = unreadable.map((path) => ({ path, reason: 'not UTF-8' }));
        for (const path of (await this.#glob(choose)) ?? paths) {
            const reason = await this.#unfit(path);
            if (reason === undefined)
                files.push({ path, id: '' });
            else
                skipped.push({ path, reason });
        }
        return { files: files.sort(byBytes), skipped: skipped.sort(byBytes), looked };
    }
    compare() {
        return Promise.reject(new TypeError('the disk knows one state only'));
    }
    has() {
        return Promise.resolve(false);
    }
    resolve() {
        return Promise.resolve(undefined);
    }
    parents() {
        return Promise.resolve([]);
    }
    mergeBase() {
        return Promise.resolve(undefined);
    }
    prefetch() {
        return Promise.resolve();
    }
    /**
     * What is opened is checked after it is open, so that nothing can be put in its place in between: it must be a
     * regular file, and the same one that stands at a place inside the folder with no link on the way.
     */
    async read({ path }, limit) {
        const name = (0,external_node_path_namespaceObject.join)(this.#folder, path);
        const flags = external_node_fs_namespaceObject.constants.O_RDONLY | external_node_fs_namespaceObject.constants.O_NOFOLLOW | external_node_fs_namespaceObject.constants.O_NONBLOCK;
        const file = await (0,external_node_fs_promises_namespaceObject.open)(name, flags).catch((error) => {
            throw unreadable(path, (0,failures/* messageOf */.bD)(error), error);
        });
        try {
            const stats = await file.stat();
            const there = await (0,external_node_fs_promises_namespaceObject.lstat)(name);
            if (!stats.isFile() || (await (0,external_node_fs_promises_namespaceObject.realpath)(name)) !== name || stats.ino !== there.ino || stats.dev !== there.dev) {
                throw unreadable(path, 'it is not, or no longer, a file inside the workspace');
            }
            if (stats.size > limit)
                return { kind: 'too-large', size: stats.size };
            const bytes = Buffer.alloc(stats.size);
            let size = 0;
            while (size < bytes.length) {
                const { bytesRead } = await file.read(bytes, size, bytes.length - size, size);
                if (bytesRead === 0)
                    break;
                size += bytesRead;
            }
            return { kind: 'bytes', bytes: bytes.subarray(0, size) };
        }
        finally {
            await file.close();
        }
    }
    async missing(_commit, paths) {
        const missing = new Set();
        for (const path of paths) {
            const name = (0,external_node_path_namespaceObject.join)(this.#folder, path);
            const inside = name === this.#folder || name.startsWith(this.#folder + external_node_path_namespaceObject.sep);
            if (!inside || !(await exists(name)))
                missing.add(path);
        }
        return missing;
    }
    dateOf() {
        return Promise.reject(new TypeError('the disk knows no commits'));
    }
    async [Symbol.asyncDispose]() {
        // Nothing stays open between two calls.
    }
    /**
     * `undefined` where @actions/glob gives up, which it does at the first name that it cannot look at: one that is not
     * UTF-8, one that vanishes, one that a pattern takes for a folder. Then what the walk has chosen stands, which is the
     * same set by the same meaning.
     */
    async #glob(choose) {
        const { create } = await Promise.all(/* import() */[__nccwpck_require__.e(628), __nccwpck_require__.e(752), __nccwpck_require__.e(667)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5667));
        const lines = this.#patterns.map((pattern) => rooted(this.#folder, pattern)).join('\n');
        try {
            const globber = await create(lines, { followSymbolicLinks: false, matchDirectories: false });
            return (await globber.glob()).map((path) => (0,external_node_path_namespaceObject.relative)(this.#folder, path).split(external_node_path_namespaceObject.sep).join('/')).filter(choose);
        }
        catch {
            return undefined;
        }
    }
    /** Every file below the folder: how many, which are chosen, and which of those have no readable name. */
    async #walk(choose) {
        const paths = [];
        const unreadable = [];
        let looked = 0;
        const slash = Buffer.from('/');
        const root = Buffer.from(`${this.#folder}/`);
        const folders = [Buffer.alloc(0)];
        for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
            for (const entry of await entriesOf(root, folder, choose)) {
                const bytes = Buffer.concat([folder, entry.name]);
                if (entry.isDirectory()) {
                    folders.push(Buffer.concat([bytes, slash]));
                    continue;
                }
                looked++;
                const path = bytes.toString();
                if (choose(path))
                    ((0,external_node_buffer_.isUtf8)(bytes) ? paths : unreadable).push(path);
            }
        }
        return { paths, unreadable, looked };
    }
    /** Why a path is never read. */
    async #unfit(path) {
        const name = (0,external_node_path_namespaceObject.join)(this.#folder, path);
        try {
            const stats = await (0,external_node_fs_promises_namespaceObject.lstat)(name);
            if (stats.isSymbolicLink())
                return 'symlink';
            if (!stats.isFile())
                return 'special file';
            return (await (0,external_node_fs_promises_namespaceObject.realpath)(name)) === name ? undefined : 'outside the workspace';
        }
        catch {
            return 'special file';
        }
    }
}
/** What a folder holds; nothing where it cannot be read and no runbook can be in it. Its name ends in a slash. */
async function entriesOf(root, folder, choose) {
    try {
        return await (0,external_node_fs_promises_namespaceObject.readdir)(Buffer.concat([root, folder]), { encoding: 'buffer', withFileTypes: true });
    }
    catch (error) {
        const path = folder.toString().slice(0, -1);
        if (path !== '' && choose.reaches?.(path) === false)
            return [];
        const why = (0,failures/* messageOf */.bD)(error).replace(/, scandir .*/s, '');
        throw new failures/* Failure */.HR('source', `The folder \`${path === '' ? '.' : path}\` cannot be read: ${why}.`, 'Let the user of this job read it, or leave it out with a last line in `files`, such as `!path/of/it/**`.', { cause: error });
    }
}
/** A pattern that means the same from the root of the disk, whatever folder the process is in. */
function rooted(folder, pattern) {
    const [, not = '', rest = ''] = /^((?:!\s*)*)(?:\.\/+|\.$)?(.*)$/s.exec(pattern.trim()) ?? [];
    return `${not}${folder.replace(/[\\*?[]/g, (character) => (character === '\\' ? '\\\\' : `[${character}]`))}/${rest}`;
}
function byBytes(one, other) {
    return Buffer.compare(Buffer.from(one.path), Buffer.from(other.path));
}
async function exists(name) {
    return (0,external_node_fs_promises_namespaceObject.lstat)(name).then(() => true, () => false);
}
function unreadable(path, why, cause) {
    const remedy = 'Let the user of this job read it, and leave files alone while this step runs.';
    return new failures/* Failure */.HR('source', `\`${path}\` cannot be read: ${why}.`, remedy, { cause });
}

;// CONCATENATED MODULE: external "node:child_process"
const external_node_child_process_namespaceObject = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:child_process");
;// CONCATENATED MODULE: ./src/source/git-command.ts


/**
 * What no configuration of the user may change: nothing that is not Git itself is started for our commands, except what
 * the fetch needs to log in.
 */
const CONFIGURATION = [
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'gc.auto=0',
    'maintenance.auto=false',
    'protocol.version=2',
    // A server that has accepted a connection and says nothing for a minute will not say anything any more.
    'http.lowSpeedLimit=1',
    'http.lowSpeedTime=60',
    'fetch.writeCommitGraph=false',
    'advice.detachedHead=false'
];
/** Variables that point Git to another repository or another state of this one, or make it print requests. */
const MISLEADING = /^(INPUT_.*|GIT_(DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|PREFIX|GRAFT_FILE|SHALLOW_FILE|REPLACE_REF_BASE|QUARANTINE_PATH|EXTERNAL_DIFF|DIFF_OPTS|TRACE.*|CURL_VERBOSE|.*_PATHSPECS))$/;
const MAX_STDOUT = 1024 * 1024;
const MAX_STDERR = 8 * 1024;
/** No listing takes longer, not even one of a repository that must first fetch its trees. */
const git_command_TIMEOUT = 10 * 60 * 1000;
/** The Git commands of one repository: none is left running after `dispose`. */
class GitCommands {
    #folder;
    #env;
    #running = new Set();
    #disposed = false;
    /**
     * @param folder absolute path of the checkout.
     * @param gitDir absolute path of its `.git`, or of a bare repository. That it is named, and not looked for by Git, is
     *   also why Git does not mind that somebody else owns it, as in a container job: it asks that only of what it finds.
     */
    constructor(folder, gitDir, env) {
        this.#folder = folder;
        this.#env = {
            ...Object.fromEntries(Object.entries(env).filter(([name]) => !MISLEADING.test(name))),
            GIT_DIR: gitDir,
            GIT_NO_REPLACE_OBJECTS: '1',
            GIT_OPTIONAL_LOCKS: '0',
            // Nobody is there to answer a question.
            GIT_TERMINAL_PROMPT: '0',
            GIT_ASKPASS: '',
            SSH_ASKPASS: '',
            GCM_INTERACTIVE: 'never',
            LC_ALL: 'C'
        };
    }
    /** Runs a command whose answer is short. A code other than 0 is for the caller to judge. */
    async run(args, options = {}) {
        const chunks = [];
        let size = 0;
        const { code, stderr } = await this.#watch(args, options, (chunk) => {
            size += chunk.length;
            if (size <= MAX_STDOUT)
                chunks.push(chunk);
        });
        return { code, stdout: Buffer.concat(chunks).toString(), stderr };
    }
    /**
     * Runs a command whose answer may be of any length, and hands it on as it comes.
     *
     * @throws {Failure} of kind `source` when the command fails.
     */
    async stream(args, onChunk) {
        const { code, stderr } = await this.#watch(args, {}, onChunk);
        if (code !== 0)
            throw gitFailure(args, stderr);
    }
    /**
     * Starts a command that stays and is talked to.
     *
     * @throws {Failure} of kind `source` once disposed of: what was still under way then must not go on with another command.
     */
    start(args, env = {}) {
        if (this.#disposed)
            throw gitFailure(args, 'the job has ended');
        const child = (0,external_node_child_process_namespaceObject.spawn)('git', [...CONFIGURATION.flatMap((setting) => ['-c', setting]), ...args], {
            cwd: this.#folder,
            env: { ...this.#env, ...env },
            stdio: 'pipe',
            windowsHide: true
        });
        this.#running.add(child);
        child.once('close', () => this.#running.delete(child));
        // Whoever waits for the command hears of its end; that it no longer reads is no news then.
        child.stdin.on('error', () => undefined);
        return child;
    }
    async [Symbol.asyncDispose]() {
        this.#disposed = true;
        await Promise.all([...this.#running].map((child) => new Promise((resolve) => {
            child.once('close', () => {
                resolve();
            });
            kill(child, 'SIGKILL');
        })));
    }
    #watch(args, { input = '', env = {}, timeout = git_command_TIMEOUT }, onChunk) {
        return new Promise((resolve, reject) => {
            const child = this.start(args, env);
            let stderr = '';
            let failure;
            const end = (error) => {
                failure ??= error;
                kill(child, 'SIGTERM');
            };
            const timer = setTimeout(() => {
                end(new failures/* Failure */.HR('source', `\`git ${args[0] ?? ''}\` took longer than ${timeout / 1000} seconds.`, 'Run the job again.'));
            }, timeout);
            child.stdout.on('data', (chunk) => {
                if (failure !== undefined)
                    return;
                try {
                    onChunk(chunk);
                }
                catch (error) {
                    end(error);
                }
            });
            child.stderr.on('data', (chunk) => {
                stderr = (stderr + chunk.toString()).slice(-MAX_STDERR);
            });
            child.once('error', (error) => {
                clearTimeout(timer);
                reject(new failures/* Failure */.HR('source', `Git could not be started: ${(0,failures/* messageOf */.bD)(error)}.`, 'Install Git.', { cause: error }));
            });
            child.once('close', (code) => {
                clearTimeout(timer);
                if (failure === undefined)
                    resolve({ code: code ?? -1, stderr: stderr.trim() });
                else
                    reject(failure instanceof Error ? failure : new Error((0,failures/* messageOf */.bD)(failure)));
            });
            child.stdin.end(input);
        });
    }
}
/** Also lets go of its output, which a helper that it started (`git-remote-https`) may hold open for as long as it likes. */
function kill(child, signal) {
    child.kill(signal);
    child.stdout.destroy();
    child.stderr.destroy();
}
/** What Git itself says is wrong, for a person. */
function gitFailure(args, stderr) {
    return new failures/* Failure */.HR('source', `\`git ${args[0] ?? ''}\` failed: ${lastLine(stderr).replace(/\.$/, '')}.`, 'If the checkout is damaged, run the job again; actions/checkout makes a new one.');
}
/** Git says what happened in the last line that is not a hint. */
function lastLine(stderr) {
    const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('hint:'));
    const fatal = lines.findLast((line) => /^(fatal|error|remote):/.test(line));
    return (fatal ?? lines.at(-1) ?? 'no reason given').replace(/[^\x20-\x7e]/g, '?').slice(0, 300);
}

;// CONCATENATED MODULE: ./src/source/blobs.ts


/** How many requests Git is told of at a time; further ones wait here, so that nothing piles up in the pipes. */
const IN_FLIGHT = 64;
const NEWLINE = 10;
const MAX_HEADER = 256;
/**
 * Reads objects by id through one `git cat-file --batch`, many requests at a time. No file name passes through, and an
 * object that is larger than asked for is passed over while it comes, never kept.
 */
class Blobs {
    #child;
    #waiting = [];
    #asked = [];
    #asking = false;
    #state = { at: 'header', text: '' };
    #stderr = '';
    #failure;
    constructor(child) {
        this.#child = child;
        child.stdout.on('data', (chunk) => {
            this.#take(chunk);
        });
        child.stderr.on('data', (chunk) => {
            this.#stderr = (this.#stderr + chunk.toString()).slice(-4096);
        });
        child.once('error', () => {
            this.#fail(gitFailure(['cat-file'], 'it could not be started'));
        });
        child.once('close', () => {
            this.#fail(gitFailure(['cat-file'], this.#stderr || 'it has ended'));
        });
    }
    read(id, limit) {
        return new Promise((resolve, reject) => {
            if (this.#failure) {
                reject(this.#failure);
                return;
            }
            this.#waiting.push({ id, limit, resolve, reject });
            this.#askSoon();
        });
    }
    /** Who was answered by one chunk asks again before the next comes: one write for all of them. */
    #askSoon() {
        if (this.#asking)
            return;
        this.#asking = true;
        process.nextTick(() => {
            this.#asking = false;
            this.#ask();
        });
    }
    #ask() {
        const next = this.#waiting.splice(0, IN_FLIGHT - this.#asked.length);
        if (next.length === 0)
            return;
        this.#asked.push(...next);
        this.#child.stdin.write(next.map(({ id }) => `${id}\n`).join(''), 'latin1');
    }
    #take(chunk) {
        for (let at = 0; at < chunk.length && !this.#failure;)
            at = this.#step(chunk, at);
    }
    /** Reads on from `at` and returns how far it came. */
    #step(chunk, at) {
        const state = this.#state;
        switch (state.at) {
            case 'header': {
                const newline = chunk.indexOf(NEWLINE, at);
                const end = newline < 0 ? chunk.length : newline;
                state.text += chunk.toString('latin1', at, end);
                if (newline >= 0)
                    this.#open(state.text);
                else if (state.text.length > MAX_HEADER)
                    this.#fail(gitFailure(['cat-file'], 'it gave an answer of unknown form'));
                return end + 1;
            }
            case 'object': {
                const part = Math.min(chunk.length - at, state.size - state.done);
                if (state.keep && part === state.size)
                    state.bytes = chunk.subarray(at, at + part);
                else if (state.keep)
                    chunk.copy((state.bytes ??= Buffer.allocUnsafe(state.size)), state.done, at, at + part);
                state.done += part;
                if (state.done === state.size) {
                    const { bytes, size } = state;
                    this.#state = { at: 'end', content: bytes ? { kind: 'bytes', bytes } : { kind: 'too-large', size } };
                }
                return at + part;
            }
            case 'end': {
                this.#state = { at: 'header', text: '' };
                this.#asked.shift()?.resolve(state.content);
                this.#askSoon();
                return at + 1;
            }
        }
    }
    #open(header) {
        const [id, type, length] = header.split(' ');
        const request = this.#asked[0];
        if (request === undefined || request.id !== id) {
            this.#fail(gitFailure(['cat-file'], 'it gave an answer that nobody asked for'));
        }
        else if (type === 'blob') {
            const size = Number(length);
            this.#state =
                size === 0
                    ? { at: 'end', content: { kind: 'bytes', bytes: Buffer.alloc(0) } }
                    : { at: 'object', keep: size <= request.limit, size, done: 0 };
        }
        else if (type === 'missing') {
            this.#state = { at: 'header', text: '' };
            this.#asked.shift();
            request.reject(new failures/* Failure */.HR('source', `The object ${request.id} is not in the clone${this.#stderr === '' ? '' : `: ${lastLine(this.#stderr)}`}.`, 'Run the job again; actions/checkout makes a new clone.'));
            this.#askSoon();
        }
        else {
            this.#fail(gitFailure(['cat-file'], `${id} is a ${type ?? 'thing'} and no file`));
        }
    }
    #fail(failure) {
        if (this.#failure)
            return;
        this.#failure = failure;
        for (const request of [...this.#asked.splice(0), ...this.#waiting.splice(0)])
            request.reject(failure);
        this.#child.kill();
    }
}

;// CONCATENATED MODULE: ./src/source/git-records.ts


/** What Git prints with `-z`: records that end in NUL, taken apart while they come. */
/** No path is longer; a record that is would be held in memory until it ends. */
const MAX_RECORD = 1024 * 1024;
/** A consumer of chunks that calls `onRecord` for every whole record. */
function splitRecords(onRecord) {
    let rest = Buffer.alloc(0);
    return (chunk) => {
        const buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        const end = buffer.lastIndexOf(0) + 1;
        const records = buffer.subarray(0, end);
        rest = buffer.subarray(end);
        // One conversion for all of them takes half the time of one for each.
        if ((0,external_node_buffer_.isUtf8)(records)) {
            for (const record of split(records.toString()))
                onRecord(record, true);
        }
        else {
            for (const record of split(records.toString('latin1'))) {
                const bytes = Buffer.from(record, 'latin1');
                onRecord(bytes.toString(), (0,external_node_buffer_.isUtf8)(bytes));
            }
        }
        if (rest.length > MAX_RECORD) {
            throw new failures/* Failure */.HR('source', 'The commit has a path of more than a megabyte.', 'Give that file a shorter path.');
        }
    };
}
function split(records) {
    return records.split('\0').slice(0, -1);
}
function kindOf(mode) {
    if (mode === '100644' || mode === '100755')
        return 'file';
    if (mode === '120000')
        return 'symlink';
    return mode === '160000' ? 'submodule' : 'other';
}
/** Reads `git ls-tree -r -z`: `<mode> <type> <id>TAB<path>`. */
function readTree(onEntry) {
    return splitRecords((record, valid) => {
        const tab = record.indexOf('\t');
        const id = record.slice(record.indexOf(' ', 7) + 1, tab);
        onEntry({ path: record.slice(tab + 1), valid, kind: kindOf(record.slice(0, 6)), id });
    });
}
/** Reads `git diff-tree -r -z --raw --no-renames`: `:<mode> <mode> <id> <id> <status>`, then the path. */
function readDifferences(onDifference) {
    let sides;
    return splitRecords((record, valid) => {
        if (sides === undefined) {
            const [mode = '', modeAfter = '', id = '', idAfter = ''] = record.slice(1).split(' ');
            sides = { before: { kind: kindOf(mode), id }, after: { kind: kindOf(modeAfter), id: idAfter } };
        }
        else {
            onDifference({ path: record, valid, ...sides });
            sides = undefined;
        }
    });
}
/** Reads `git config -z --get-regexp`: the key, a newline and the value; of several, the last counts. */
function readSettings(text) {
    const records = text.split('\0').slice(0, -1);
    return Object.fromEntries(records.map((record) => {
        const [key = '', ...value] = record.split('\n');
        return [key, value.join('\n')];
    }));
}

;// CONCATENATED MODULE: ./src/source/git-repository.ts


/**
 * The repository that `folder` is in, looked for upwards as Git does, but no further than `workspace`: what lies around
 * the workspace of a runner is none of the job's. Looked for here, so that Git need not: it would refuse a repository
 * that it finds and that belongs to somebody else, and only a command that names it is taken as meant.
 */
async function findRepository(folder, workspace) {
    for (let at = folder; isInside(at, workspace); at = (0,external_node_path_namespaceObject.dirname)(at)) {
        const gitDir = (0,external_node_path_namespaceObject.join)(at, '.git');
        if ((await git_repository_kindOf(gitDir)) !== undefined)
            return { folder: at, gitDir };
        if (await isBare(at))
            return { folder: at, gitDir: at };
        if (at === workspace)
            return undefined;
    }
    return undefined;
}
function isInside(folder, workspace) {
    const path = (0,external_node_path_namespaceObject.relative)(workspace, folder);
    return path !== '..' && !path.startsWith(`..${external_node_path_namespaceObject.sep}`);
}
async function isBare(folder) {
    const kinds = await Promise.all(['HEAD', 'objects', 'refs'].map((name) => git_repository_kindOf((0,external_node_path_namespaceObject.join)(folder, name))));
    return kinds.join() === 'file,folder,folder';
}
async function git_repository_kindOf(path) {
    try {
        return (await (0,external_node_fs_promises_namespaceObject.stat)(path)).isDirectory() ? 'folder' : 'file';
    }
    catch {
        return undefined;
    }
}

;// CONCATENATED MODULE: ./src/source/remote.ts


/** Milliseconds for one fetch: a large repository, and a slow line. */
const FETCH_TIMEOUT = 3 * 60 * 1000;
const RETRY_AFTER = 1500;
const FETCH = [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-prune',
    '--no-recurse-submodules',
    '--no-auto-gc',
    '--no-write-fetch-head'
];
/** A network's trouble, after which the same request may succeed. */
const TRANSIENT = /could not resolve host|connection (timed out|reset|refused)|operation (timed out|too slow)|early eof|rpc failed|unexpected disconnect|returned error: 5\d\d|hung up/i;
/** The server's last word: it was asked, and it has no such object. */
const ABSENT = /not our ref|unadvertised object|couldn't find remote ref/i;
/** Brings objects that the clone has not: it changes nothing else, no ref, no configuration, no depth of history. */
class Remote {
    #git;
    #origin;
    /** The URL that the clone has for `origin`; may be empty. */
    #configured;
    /** How many settings the environment gives already. */
    #inherited;
    /** How to log in, as it last worked. */
    #login = {};
    /** Why the last fetch failed, for a message. */
    problem = '';
    constructor(git, origin, env, configured) {
        this.#git = git;
        this.#origin = origin;
        this.#configured = configured;
        this.#inherited = Number(env['GIT_CONFIG_COUNT'] ?? 0) || 0;
    }
    /** Variables for a command that may itself fetch: in a partial clone any may. */
    get login() {
        return this.#login;
    }
    /** Fetches commits by id, all or none, with their files and as little history as can be. */
    async fetchCommits(ids) {
        // A depth given in a full clone would cut its history off; none, in a shallow one, would bring all of it.
        const { stdout } = await this.#git.run(['rev-parse', '--is-shallow-repository']);
        return this.#fetch(ids, stdout.trim() === 'true' ? ['--depth=1'] : []);
    }
    /** Fetches files by id, all or none. */
    async fetchBlobs(ids) {
        return this.#fetch(ids, []);
    }
    /** First as the clone is set up (`persist-credentials: true`), then with the job's token. */
    async #fetch(ids, options) {
        const { serverUrl, repository, token } = this.#origin;
        const url = `${serverUrl}/${repository}`;
        const input = `${ids.join('\n')}\n`;
        const attempt = async (from, env) => {
            const args = [...FETCH, ...options, '--stdin', from];
            const { code, stderr } = await this.#git.run(args, { input, env, timeout: FETCH_TIMEOUT });
            if (code === 0)
                this.#login = env;
            else
                this.problem = token?.redact(lastLine(stderr)) ?? lastLine(stderr);
            return code === 0;
        };
        const tokenLogin = this.#tokenLogin();
        const everyWay = async () => (await attempt(this.#configured === '' ? url : 'origin', this.#login)) ||
            (tokenLogin !== undefined &&
                !ABSENT.test(this.problem) &&
                (await attempt(this.#configured.startsWith(`${serverUrl}/`) ? 'origin' : url, tokenLogin)));
        if (await everyWay())
            return true;
        if (!TRANSIENT.test(this.problem))
            return false;
        await (0,promises_.setTimeout)(RETRY_AFTER);
        return everyWay();
    }
    /**
     * The token as configuration in variables, so that it stands in no file and on no command line. The empty value first
     * drops what the clone has configured: two `Authorization` headers are refused. The token is not sent to where a
     * redirect leads.
     */
    #tokenLogin() {
        const { token, serverUrl } = this.#origin;
        if (token === undefined)
            return undefined;
        const basic = Buffer.from(`x-access-token:${token.reveal()}`).toString('base64');
        const header = `http.${serverUrl}/.extraheader`;
        return this.#configuration([
            [header, ''],
            [header, `Authorization: Basic ${basic}`],
            ['http.followRedirects', 'false'],
            ['credential.helper', '']
        ]);
    }
    /** Settings as Git reads them from the environment, after those that are there already. */
    #configuration(settings) {
        const variables = { GIT_CONFIG_COUNT: String(this.#inherited + settings.length) };
        settings.forEach(([key, value], at) => {
            variables[`GIT_CONFIG_KEY_${this.#inherited + at}`] = key;
            variables[`GIT_CONFIG_VALUE_${this.#inherited + at}`] = value;
        });
        return variables;
    }
}

;// CONCATENATED MODULE: ./src/source/git.ts





/** An object id, SHA-1 or SHA-256; nothing else is ever handed to Git as one. */
const OBJECT_ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/**
 * The Git repository at `folder`, whatever the checkout: any depth, sparse, partial, bare, of another owner. Nothing of
 * it is changed but that objects are added.
 *
 * @returns `undefined` where there is none.
 * @throws {Failure} of kind `source` where there is one that cannot be read.
 */
async function openGit(folder, options) {
    const found = await findRepository(folder, options.workspace);
    if (found === undefined)
        return undefined;
    const git = new GitCommands(found.folder, found.gitDir, options.env);
    // Of its own settings, which Git reads only in a repository that it can use; there may be none of these (code 1).
    const { code, stdout, stderr } = await git.run(['config', '--local', '--includes', '-z', '--get-regexp', SETTINGS]);
    if (code > 1)
        await whyUnreadable(git, stderr);
    const { [ORIGIN_URL]: origin = '', ...partial } = readSettings(stdout);
    return new GitSource(git, new Remote(git, options, options.env, origin), Object.keys(partial).length > 0);
}
const ORIGIN_URL = 'remote.origin.url';
/** The remote, and what a clone has that leaves objects out on purpose (`filter`, `sparse-checkout` of actions/checkout). */
const SETTINGS = '^(remote\\.origin\\.url|extensions\\.partialclone|remote\\..*\\.(promisor|partialclonefilter))$';
/** `git config` only says that there is no repository here. */
async function whyUnreadable(git, otherwise) {
    const args = ['rev-parse', '--git-dir'];
    const { code, stderr } = await git.run(args);
    throw gitFailure(args, code === 0 ? otherwise : stderr);
}
class GitSource {
    kind = 'git';
    #git;
    #remote;
    #partial;
    /** Whether a commit is in the clone, for those that were asked about; one that is does not go away. */
    #here = new Map();
    /** The last fetch. They wait for each other: two would lock each other out. */
    #fetch = Promise.resolve(true);
    #blobs;
    constructor(git, remote, partial) {
        this.#git = git;
        this.#remote = remote;
        this.#partial = partial;
    }
    get problem() {
        return this.#remote.problem;
    }
    async list(commit, choose) {
        const files = [];
        const skipped = [];
        let looked = 0;
        const take = readTree(({ path, valid, kind, id }) => {
            if (kind === 'file')
                looked++;
            if (!choose(path)) {
                if (kind === 'submodule' && choose.reaches?.(path))
                    skipped.push({ path, reason: 'submodule' });
                return;
            }
            const reason = valid ? REASONS[kind] : 'not UTF-8';
            if (reason === undefined)
                files.push({ path, id });
            else
                skipped.push({ path, reason });
        });
        await this.#git.stream(['ls-tree', '-r', '-z', '--full-tree', checked(commit)], take);
        return { files, skipped, looked };
    }
    async compare(base, head, choose) {
        const differences = [];
        const skipped = [];
        const take = readDifferences(({ path, valid, before, after }) => {
            if (!choose(path))
                return;
            if (!valid) {
                skipped.push({ path, reason: 'not UTF-8' });
                return;
            }
            const reason = REASONS[after.kind];
            if (reason !== undefined && after.kind !== 'other')
                skipped.push({ path, reason });
            const difference = {
                path,
                ...(before.kind === 'file' && { before: before.id }),
                ...(after.kind === 'file' && { after: after.id })
            };
            // The same id on both sides is a change of mode, which is none of a runbook.
            if (difference.before !== difference.after)
                differences.push(difference);
        });
        const options = ['-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--no-relative'];
        await this.#git.stream(['diff-tree', ...options, checked(base), checked(head)], take);
        return { differences, skipped };
    }
    async has(...commits) {
        if (!commits.every((commit) => OBJECT_ID.test(commit)))
            return false;
        if ((await this.#absent(commits)).length === 0)
            return true;
        this.#fetch = this.#fetch.then(async () => {
            // An earlier fetch may have been for some of them.
            const absent = await this.#absent(commits);
            if (absent.length > 0 && !(await this.#remote.fetchCommits(absent)))
                return false;
            for (const commit of absent)
                this.#here.set(commit, Promise.resolve(true));
            return true;
        });
        return this.#fetch;
    }
    async resolve(name) {
        const { code, stdout } = await this.#git.run([
            'rev-parse',
            '--verify',
            '--quiet',
            '--end-of-options',
            `${name}^{commit}`
        ]);
        return code === 0 ? stdout.trim() : undefined;
    }
    async parents(commit) {
        const args = ['cat-file', 'commit', checked(commit)];
        const { code, stdout, stderr } = await this.#git.run(args);
        if (code !== 0)
            throw gitFailure(args, stderr);
        const [head = ''] = stdout.split('\n\n', 1);
        return head.split('\n').flatMap((line) => (line.startsWith('parent ') ? [line.slice('parent '.length)] : []));
    }
    async mergeBase(one, other) {
        const { code, stdout } = await this.#git.run(['merge-base', checked(one), checked(other)]);
        return code === 0 ? stdout.trim() : undefined;
    }
    async prefetch(...files) {
        if (!this.#partial)
            return;
        const wanted = new Set();
        for (const some of files)
            for (const { id } of some)
                wanted.add(checked(id));
        if (wanted.size === 0)
            return;
        let rest = '';
        // The one question about objects that no version of Git answers by fetching them.
        await this.#git.stream(['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname)'], (chunk) => {
            const lines = (rest + chunk.toString('latin1')).split('\n');
            rest = lines.pop() ?? '';
            for (const line of lines)
                wanted.delete(line);
        });
        // What this cannot bring, reading tries once more, and says of which file it failed.
        if (wanted.size > 0)
            await this.#remote.fetchBlobs([...wanted]);
    }
    read(file, limit) {
        this.#blobs ??= new Blobs(this.#git.start(['cat-file', '--batch'], this.#remote.login));
        return this.#blobs.read(checked(file.id), limit);
    }
    async missing(commit, paths) {
        const missing = new Set(paths);
        if (missing.size === 0)
            return missing;
        const take = splitRecords((path) => {
            missing.delete(path);
        });
        await this.#git.stream(['ls-tree', '-r', '-t', '-z', '--name-only', '--full-tree', checked(commit)], take);
        return missing;
    }
    async dateOf(commit) {
        const args = ['rev-list', '--no-walk', '--format=%cs', checked(commit)];
        const { code, stdout, stderr } = await this.#git.run(args);
        if (code !== 0)
            throw gitFailure(args, stderr);
        return stdout.trim().split('\n').at(-1) ?? '';
    }
    async [Symbol.asyncDispose]() {
        await this.#git[Symbol.asyncDispose]();
    }
    /** Those of the commits that are not in the clone; all that were not asked about before are one question. */
    async #absent(commits) {
        const unknown = [...new Set(commits)].filter((commit) => !this.#here.has(commit));
        if (unknown.length > 0) {
            const answer = this.#present(unknown);
            const isHere = async (commit) => (await answer).has(commit);
            for (const commit of unknown)
                this.#here.set(commit, isHere(commit));
        }
        const here = await Promise.all(commits.map(async (commit) => (await this.#here.get(commit)) ?? false));
        return commits.filter((_, at) => here[at] === false);
    }
    /** Asked in a way that makes no partial clone fetch the commits, and with them, as it does, all of the history. */
    async #present(commits) {
        const names = commits.map((commit) => `${commit}^{commit}`);
        const args = ['rev-list', '--no-walk', '--ignore-missing', '--missing=allow-any', ...names];
        const { stdout } = await this.#git.run(args);
        const present = stdout.split('\n').slice(0, -1);
        // By number first: the id of an annotated tag is answered by that of its commit.
        return new Set(present.length === commits.length ? commits : present);
    }
}
/** Why a path of a kind is never read; a file is. */
const REASONS = {
    file: undefined,
    symlink: 'symlink',
    submodule: 'submodule',
    other: 'special file'
};
function checked(id) {
    if (!OBJECT_ID.test(id))
        throw new TypeError(`not an object id: ${JSON.stringify(id.slice(0, 80))}`);
    return id;
}

;// CONCATENATED MODULE: ./src/source/open.ts





/**
 * The checkout: `root` below the workspace, from Git where it is a repository, else from the disk.
 *
 * @param env the runner's, which Git's commands get.
 * @throws {Failure} of kind `input` for a `root` that is not there, of kind `source` for a workspace that is empty or a
 *   repository that cannot be read.
 */
async function openSource(job, inputs, env = process.env) {
    const workspace = await realPathOf(job.workspace);
    const folder = await realPathOf((0,external_node_path_namespaceObject.join)(job.workspace, inputs.root));
    if (workspace === undefined || folder === undefined) {
        const missing = workspace === undefined ? 'The workspace' : `The folder \`${inputs.root}\``;
        throw inputs.root === ''
            ? new failures/* Failure */.HR('source', `${missing} does not exist.`, CHECK_OUT)
            : (0,failures/* invalidInput */.aY)('root', `cannot be used. ${missing} does not exist.`, 'Give the `path` of actions/checkout.');
    }
    if (folder !== workspace && !folder.startsWith(workspace + external_node_path_namespaceObject.sep)) {
        throw (0,failures/* invalidInput */.aY)('root', 'leads out of the workspace.', 'Give the `path` of actions/checkout.');
    }
    let withoutGit = 'There is no Git work tree here';
    try {
        const source = await openGit(folder, {
            workspace,
            env,
            serverUrl: job.serverUrl,
            repository: job.repository,
            token: inputs.githubToken
        });
        if (source !== undefined)
            return { source, notices: [] };
    }
    catch (error) {
        if (!isNotInstalled(error))
            throw error;
        withoutGit = 'Git is not installed on this machine';
    }
    if ((await (0,external_node_fs_promises_namespaceObject.readdir)(folder)).length === 0) {
        throw new failures/* Failure */.HR('source', `The folder \`${folder}\` is empty.`, CHECK_OUT);
    }
    const message = `${withoutGit}: the runbooks are read from the disk as they are, and all of them are in every run.`;
    return { source: openDisk(folder, inputs.files), notices: [{ level: 'notice', message }] };
}
const CHECK_OUT = 'Add a step with `uses: actions/checkout` before this one.';
async function realPathOf(path) {
    return (0,external_node_fs_promises_namespaceObject.realpath)(path).catch(() => undefined);
}
function isNotInstalled(error) {
    return error instanceof failures/* Failure */.HR && error.cause?.code === 'ENOENT';
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __nccwpck_require__(7598);
;// CONCATENATED MODULE: ./src/knowledge/content-hash.ts

/** What stands for a content where contents cannot be kept: its SHA-256 over UTF-8, base64url. */
function contentHash(content) {
    return (0,external_node_crypto_.hash)('sha256', content, 'base64url');
}

// EXTERNAL MODULE: ./src/wire.ts
var wire = __nccwpck_require__(6630);
// EXTERNAL MODULE: ./src/knowledge/knowledge.ts
var knowledge_knowledge = __nccwpck_require__(8232);
;// CONCATENATED MODULE: ./src/knowledge/page.ts

/** Deeper than any list is wrapped, and more than any has around its entries. */
const DEPTH = 4;
const MOST_PLACES = 500;
const IDENTITIES = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id', 'key'];
const TOTALS = ['total', 'total_count', 'totalCount'];
/**
 * The entries in an answer of unspecified shape: the one array of objects with a `name`, wherever it is; where several
 * are, the one whose objects have a `content`. What is ambiguous is not understood.
 *
 * @param at where they were on the first page, for the pages after it.
 */
function readPage(answer, at) {
    if (at !== undefined) {
        const array = follow(answer, at);
        if (array === undefined || array === null || (Array.isArray(array) && array.length === 0))
            return { kind: 'empty' };
        return isEntries(array) ? rowsOf(answer, array, at) : { kind: 'not understood' };
    }
    const arrays = arraysIn(answer);
    const candidates = arrays.filter(({ array }) => isEntries(array));
    const withContent = candidates.filter(({ array }) => array.some((row) => typeof row['content'] === 'string'));
    const chosen = withContent.length > 0 ? withContent : candidates;
    const [only] = chosen;
    if (only !== undefined && chosen.length === 1)
        return rowsOf(answer, only.array, only.at);
    return only === undefined && arrays.some(({ array }) => array.length === 0)
        ? { kind: 'empty' }
        : { kind: 'not understood' };
}
function rowsOf(answer, array, at) {
    const rows = array.flatMap((fields) => {
        const { name, content } = fields;
        if (typeof name !== 'string')
            return [];
        return [
            { name, identity: identityOf(fields), hash: typeof content === 'string' ? contentHash(content) : undefined }
        ];
    });
    return { kind: 'rows', rows, at, total: totalIn(follow(answer, at.slice(0, -1))) ?? totalIn(answer) };
}
function identityOf(fields) {
    return IDENTITIES.map((key) => fields[key])
        .filter((value) => typeof value === 'string' || typeof value === 'number')
        .map(String)[0];
}
function totalIn(value) {
    return isObject(value) ? TOTALS.map((key) => value[key]).find((total) => typeof total === 'number') : undefined;
}
/** Every array that is not itself inside one, nearest first. */
function arraysIn(answer) {
    const places = [{ at: [], value: answer }];
    const arrays = [];
    for (let i = 0; i < places.length && i < MOST_PLACES; i++) {
        const { at, value } = places[i];
        if (Array.isArray(value))
            arrays.push({ at, array: value });
        else if (isObject(value) && at.length < DEPTH) {
            for (const key of Object.keys(value).slice(0, MOST_PLACES))
                places.push({ at: [...at, key], value: value[key] });
        }
    }
    return arrays;
}
function isEntries(value) {
    return Array.isArray(value) && value.every(isObject) && value.some((row) => typeof row['name'] === 'string');
}
function follow(value, at) {
    return at.reduce((inner, key) => (isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);
}
function isObject(value) {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

;// CONCATENATED MODULE: ./src/knowledge/list.ts



/** A service that refuses the first page with one of these is asked with the next; most cap what is too large. */
const PAGE_SIZES = [100, 20];
/** Bounds of one reading: pages, entries, and milliseconds. */
const MOST_PAGES = 2000;
const MOST_ROWS = 200_000;
const list_LONGEST = 5 * 60_000;
/**
 * Reads the list to its end. Costs one request for each 100 entries (more where the service caps its pages) and one for
 * the page that ends it.
 *
 * @throws {DeliveryFailure} only when the run has ended (401, cancelled, out of time); whatever else goes wrong makes the
 *   listing `cut` or `unreadable`.
 */
async function readList(knowledge) {
    const reading = new Reading();
    const deadline = performance.now() + list_LONGEST;
    let sizes = PAGE_SIZES;
    let at;
    for (let pageNum = wire/* FIRST_PAGE */.XB;; pageNum++) {
        if (pageNum - wire/* FIRST_PAGE */.XB >= MOST_PAGES || reading.size >= MOST_ROWS || performance.now() > deadline) {
            return reading.cut('the list is longer than is read');
        }
        const answer = await ask(knowledge, pageNum, sizes);
        if (answer.failure !== undefined)
            return reading.cut(answer.failure);
        sizes = answer.sizes;
        const page = readPage(answer.value, at);
        if (page.kind === 'not understood')
            return reading.cut('the list’s form is not known');
        if (page.kind === 'empty')
            return reading.end();
        at = page.at;
        if (!reading.add(page.rows, page.total))
            return reading.repeated();
    }
}
/** Whether the list shows exactly one entry of this name, and with this very content: then nothing need be sent. */
function isUnchanged({ extent, rows }, name, hash) {
    const [row, ...others] = rows.get(name) ?? [];
    return (extent === 'whole' || extent === 'repeated') && others.length === 0 && row?.hash === hash;
}
/**
 * Whether the entry of a runbook that is gone is ours to overwrite: the whole list shows one entry of that name, and its
 * content is what the runbook said when it was last there (`hash`).
 */
function isOurs(listing, name, hash) {
    return listing.extent === 'whole' && isUnchanged(listing, name, hash);
}
/** The names of a listing's page `pageNum`; undefined where that says nothing. */
async function namesOnPage(knowledge, pageNum) {
    const answer = await ask(knowledge, pageNum, PAGE_SIZES.slice(0, 1));
    const page = answer.failure === undefined ? readPage(answer.value) : undefined;
    return page?.kind === 'rows' ? page.rows.map(({ name }) => name) : undefined;
}
async function ask(knowledge, pageNum, sizes) {
    const [size = 1, ...smaller] = sizes;
    try {
        return { value: await knowledge.listPage(pageNum, size), sizes: [size] };
    }
    catch (error) {
        if (!(error instanceof knowledge_knowledge/* DeliveryFailure */.L) || error.ends === 'run')
            throw error;
        if (error.kind === 'entry-refused' && smaller.length > 0)
            return ask(knowledge, pageNum, smaller);
        return { sizes, failure: `page ${pageNum} of the list cannot be read (${error.message.replace(/\.$/, '')})` };
    }
}
class Reading {
    #rows = new Map();
    #seen = new Map();
    #total = 0;
    get size() {
        return this.#seen.size;
    }
    /** @returns false when the page showed nothing new. */
    add(rows, total) {
        const before = this.#seen.size;
        const inPage = new Map();
        this.#total = Math.max(this.#total, total ?? 0);
        for (const row of rows) {
            // Pages shift while others write: one entry may be shown again, and without an identity its text is all there is.
            const alike = JSON.stringify(row.identity ?? [row.name, row.hash]);
            const nth = (inPage.get(alike) ?? 0) + 1;
            inPage.set(alike, nth);
            this.#put(row.identity === undefined ? `${alike} ${nth}` : alike, row);
        }
        return this.#seen.size > before;
    }
    end() {
        const missing = this.#total - this.size;
        return missing > 0
            ? this.cut(`the list says that it has ${this.#total} entries and shows ${this.size}`)
            : this.#listing('whole', '');
    }
    repeated() {
        return this.#listing('repeated', 'the list shows a page again');
    }
    cut(why) {
        return this.#listing(this.size === 0 ? 'unreadable' : 'cut', why);
    }
    #put(key, row) {
        const earlier = this.#seen.get(key);
        if (earlier !== undefined) {
            const others = (this.#rows.get(earlier.name) ?? []).filter((other) => other !== earlier);
            if (others.length === 0)
                this.#rows.delete(earlier.name);
            else
                this.#rows.set(earlier.name, others);
        }
        this.#seen.set(key, row);
        // In place: a service that copies may have a hundred thousand entries of one name.
        const alike = this.#rows.get(row.name);
        if (alike === undefined)
            this.#rows.set(row.name, [row]);
        else
            alike.push(row);
    }
    #listing(extent, why) {
        return { extent, why, size: this.size, rows: this.#rows };
    }
}

;// CONCATENATED MODULE: ./src/runbooks/plain-fields.ts
// A scalar that YAML reads as it stands: no indicator at its start, no `#` and no colon that a blank could be next to.
const WORD = String.raw `[^\s\p{Cc}#:]`;
const PLAIN = String.raw `(?![\-?,[\]{}&*!|>'"%@\x60~])${WORD}(?:${WORD}|:(?=${WORD})| +(?=${WORD}))*`;
const QUOTED = String.raw `"(?<double>[^"\\\p{Cc}]*)"|'(?<single>[^'\p{Cc}]*)'`;
const LIST = String.raw `\[ *\w[\w ./\-]*(?:, *\w[\w ./\-]*)*\]`;
const FIELD = new RegExp(String.raw `^(?<key>[a-z_][\w\-]{0,63}):(?:(?<gap> +)(?:(?<plain>${PLAIN})|${QUOTED}|${LIST}))? *\r?$`, 'iu');
const ITEM = new RegExp(String.raw `^(?<indent> *)- +${PLAIN} *\r?$`, 'u');
const NOTHING = /^(?:#\P{Cc}*)?\r?$/u;
/** In YAML's core schema; as a key it is no word. */
const NULL = /^(?:null|Null|NULL)$/;
const NO_WORD = /^(?:null|true|false)$/i;
/**
 * The fields of front matter that consists of plain `key: value` lines and flat lists, as most does, at a hundredth of
 * what a YAML parser takes; empty values left out, as the parser's reading does. `undefined` for anything else: it reads
 * only what can mean one thing, and never says what is wrong.
 */
function plainFields(yaml) {
    // YAML takes one alone for a line's end, too.
    if (/\r(?!\n)/.test(yaml))
        return undefined;
    const fields = [];
    const seen = new Set();
    /** A word without a value so far, and how far the items below it are indented. */
    let open;
    let lineStart = 0;
    for (const line of yaml.split('\n')) {
        const { key, gap, plain, double, single } = FIELD.exec(line)?.groups ?? {};
        if (key !== undefined) {
            if (seen.has(key) || NO_WORD.test(key))
                return undefined;
            seen.add(key);
            open = gap === undefined ? { key } : undefined;
            if (gap !== undefined && (plain === undefined || !NULL.test(plain))) {
                fields.push({ key, text: (plain ?? double ?? single)?.trim(), offset: lineStart + key.length + 1 + gap.length });
            }
        }
        else if (!NOTHING.test(line)) {
            const indent = ITEM.exec(line)?.groups?.['indent'];
            if (indent === undefined || open === undefined || indent !== (open.indent ?? indent))
                return undefined;
            if (open.indent === undefined)
                fields.push({ key: open.key, text: undefined, offset: lineStart + indent.length });
            open.indent = indent;
        }
        lineStart += line.length + 1;
    }
    return seen.size === 0 ? undefined : fields;
}

;// CONCATENATED MODULE: ./src/runbooks/front-matter.ts

/**
 * Characters of front matter that are read. Far more than any runbook has, and few enough that nothing built to be slow
 * (16 KiB of distinct keys, anchors or brackets) keeps the YAML parser for longer than about a tenth of a second.
 */
const front_matter_MAX_LENGTH = 16 * 1024;
/**
 * Finds the front matter: a first line `---`, and the next line that is `---` again. A file that opens with `---` and has
 * no second one begins with a thematic break, unless its second line could be one of a YAML map: then somebody forgot
 * the end. Hugo's `+++` and gray-matter's `---js` are refused: sent as they are they would be a page of noise.
 */
function splitFrontMatter(text) {
    const [opening, fence = ''] = /^(---|\+\+\+|---[a-z]+)[ \t]*(?:\r?\n|$)/i.exec(text) ?? [];
    if (opening === undefined)
        return { kind: 'none' };
    const rest = text.slice(opening.length);
    const closing = (fence === '+++' ? /(?:^|\n)\+\+\+[ \t]*(?:\r?\n|$)/ : /(?:^|\n)---[ \t]*(?:\r?\n|$)/).exec(rest);
    if (fence !== '---') {
        if (closing === null)
            return { kind: 'none' };
        return refused(`Its front matter (\`${fence}\`) is not YAML.`, 'Write it as YAML between two lines `---`.', 1);
    }
    if (closing === null) {
        if (!/^[\w-]+[ \t]*:(?:\s|$)/.test(rest))
            return { kind: 'none' };
        return refused('Its front matter is opened by `---` and never closed.', 'Add a line `---` below it.', 1);
    }
    const dashes = closing.index + closing[0].indexOf('-');
    return { kind: 'block', yaml: rest.slice(0, dashes), end: opening.length + closing.index + closing[0].length };
}
/**
 * Reads the words that mean something here: `title`, `draft`, `runbook`. All else in front matter is checked, and is
 * somebody else's business.
 */
async function readFrontMatter(yaml) {
    if (yaml.trim() === '')
        return { kind: 'front matter' };
    // With a blank line after `---` it may as well be prose between two thematic breaks; only a map tells.
    const mayBeProse = /^[ \t]*\r?\n/.test(yaml);
    if (yaml.length > front_matter_MAX_LENGTH) {
        if (mayBeProse)
            return { kind: 'none' };
        return refused(`Its front matter is longer than ${front_matter_MAX_LENGTH} characters.`, 'Move text below the second `---`.', 1);
    }
    const plain = plainFields(yaml);
    if (plain !== undefined)
        return meaningOf(plain, yaml);
    const read = (await Promise.all(/* import() */[__nccwpck_require__.e(815), __nccwpck_require__.e(212)]).then(__nccwpck_require__.bind(__nccwpck_require__, 5212))).yamlFields(yaml);
    if (read.kind === 'map')
        return meaningOf(read.fields, yaml);
    if (mayBeProse)
        return { kind: 'none' };
    if (read.kind === 'nothing')
        return { kind: 'front matter' };
    return refusedAt(read.message, read.remedy, yaml, read.offset);
}
function meaningOf(fields, yaml) {
    let title;
    let excluded;
    for (const { key, text, offset } of fields) {
        if (key === 'title') {
            if (text === undefined)
                return refusedAt('Its `title` is not text.', 'Quote it: `title: "…"`.', yaml, offset);
            if (text !== '')
                title = text;
        }
        else if (key === 'draft') {
            const draft = truth(text);
            if (draft === undefined) {
                return refusedAt('Its `draft` is neither true nor false.', 'Write `draft: true` or remove it.', yaml, offset);
            }
            if (draft)
                excluded ??= 'draft: true';
        }
        else if (key === 'runbook') {
            // Any other value of so common a word is somebody else's business.
            if (truth(text) === false)
                excluded ??= 'runbook: false';
        }
    }
    return {
        kind: 'front matter',
        ...(title === undefined ? {} : { title }),
        ...(excluded === undefined ? {} : { excluded })
    };
}
/** YAML 1.1's words too, quoted or not: whoever writes `draft: yes` means it. */
function truth(written) {
    if (written === undefined)
        return undefined;
    if (/^(?:true|yes|on)$/i.test(written))
        return true;
    if (/^(?:false|no|off)$/i.test(written))
        return false;
    return undefined;
}
function refused(message, remedy, line) {
    return { kind: 'refused', problem: { message, remedy, line } };
}
function refusedAt(message, remedy, yaml, offset) {
    const before = yaml.slice(0, offset).split('\n');
    // The YAML begins on the file's second line.
    const place = { line: before.length + 1, column: (before.at(-1)?.length ?? 0) + 1 };
    return { kind: 'refused', problem: { message, remedy, ...place } };
}

;// CONCATENATED MODULE: ./src/runbooks/text.ts

const LFS_POINTER = Buffer.from('version https://git-lfs.github.com/spec/');
/**
 * The bytes of a runbook as text: strict UTF-8, a byte order mark taken off, all else as it is. Nothing is ever replaced
 * by U+FFFD: half a character in a command is worse than no runbook.
 *
 * @param maxBytes the largest runbook, in bytes
 */
function decode(content, maxBytes) {
    const size = content.kind === 'too-large' ? content.size : content.bytes.length;
    if (content.kind === 'too-large' || size > maxBytes) {
        return text_refused(`It has ${size} bytes; ${maxBytes} are allowed.`, 'Split it, or raise `max-bytes`.');
    }
    const { bytes } = content;
    if (bytes.subarray(0, LFS_POINTER.length).equals(LFS_POINTER)) {
        return text_refused('It is a Git LFS pointer, not the runbook itself.', 'Keep runbooks in Git itself (`git lfs migrate export --include="*.md"`). `lfs: true` on actions/checkout helps only ' +
            'where files are read from the disk: contents come from the commit, and it holds the pointer.');
    }
    const wide = utf16(bytes);
    if (wide !== undefined)
        return text_refused(`It is ${wide}, not UTF-8.`, REENCODE);
    const nul = bytes.indexOf(0);
    if (nul !== -1) {
        return text_refused('It contains a NUL byte, which no text has (UTF-16 without a byte order mark, or a binary file).', REENCODE, lineAt(bytes, nul));
    }
    if (!(0,external_node_buffer_.isUtf8)(bytes))
        return text_refused('It is not UTF-8 (Latin-1, perhaps).', REENCODE, firstBadLine(bytes));
    const text = bytes.toString('utf8');
    return { kind: 'text', text: text.startsWith('\uFEFF') ? text.slice(1) : text };
}
const REENCODE = 'Save it as UTF-8.';
function text_refused(message, remedy, line) {
    return { kind: 'refused', problem: { message, remedy, ...(line === undefined ? {} : { line }) } };
}
function utf16(bytes) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe)
        return bytes[2] === 0 && bytes[3] === 0 ? 'UTF-32' : 'UTF-16';
    if (bytes[0] === 0xfe && bytes[1] === 0xff)
        return 'UTF-16';
    return undefined;
}
function lineAt(bytes, offset) {
    let line = 1;
    for (let at = bytes.indexOf(0x0a); at !== -1 && at < offset; at = bytes.indexOf(0x0a, at + 1))
        line++;
    return line;
}
/** No character of UTF-8 spans a line feed, so that each line can be asked for itself. */
function firstBadLine(bytes) {
    let line = 1;
    for (let from = 0;; line++) {
        const end = bytes.indexOf(0x0a, from);
        if (end === -1 || !(0,external_node_buffer_.isUtf8)(bytes.subarray(from, end)))
            return line;
        from = end + 1;
    }
}

// EXTERNAL MODULE: ./src/runbooks/heading-line.ts
var heading_line = __nccwpck_require__(8162);
;// CONCATENATED MODULE: ./src/runbooks/title.ts

/**
 * The first top-level H1 of a Markdown body, as plain text; `undefined` where there is none, or none that says anything.
 * Headings in lists and quotations are not the document's. A body that begins with a plain `# Title`, as most do, and one
 * that has no line which could be an H1, cost no parser.
 */
async function firstHeading(body) {
    const [, opening] = /^(?:[ \t]*\r?\n)* {0,3}#[ \t]+([^\r\n]*)/.exec(body) ?? [];
    if (opening !== undefined) {
        const text = (0,heading_line/* withoutClosing */.E)(opening);
        if (text !== '' && (0,heading_line/* isPlain */.$)(text))
            return text;
    }
    if (!/^ {0,3}(?:#[ \t]|=+[ \t]*$)/m.test(body))
        return undefined;
    const { parseFirstHeading } = await Promise.all(/* import() */[__nccwpck_require__.e(161), __nccwpck_require__.e(44), __nccwpck_require__.e(728), __nccwpck_require__.e(407)]).then(__nccwpck_require__.bind(__nccwpck_require__, 3407));
    return parseFirstHeading(body);
}

;// CONCATENATED MODULE: ./src/runbooks/read.ts




/** Reads a runbook up to the point that its name takes; `path` is from the repository's root. */
async function openRunbook(path, content, style) {
    const decoded = decode(content, style.maxBytes);
    if (decoded.kind === 'refused')
        return decoded;
    const { text } = decoded;
    const split = splitFrontMatter(text);
    if (split.kind === 'refused')
        return split;
    const frontMatter = split.kind === 'block' ? await readFrontMatter(split.yaml) : split;
    if (frontMatter.kind === 'refused')
        return frontMatter;
    const isFrontMatter = split.kind === 'block' && frontMatter.kind === 'front matter';
    const body = isFrontMatter ? skipBlankLines(text, split.end) : 0;
    const place = { path, repository: style.repository };
    const own = frontMatter.kind === 'front matter' ? frontMatter.title : undefined;
    const title = own ?? (needsTitle(style.name) ? await firstHeading(text.slice(body)) : undefined) ?? titleOf(place);
    const named = nameOf(style.name, title, place);
    if (frontMatter.kind === 'front matter' && frontMatter.excluded !== undefined) {
        return { kind: 'excluded', name: named.kind === 'name' ? named.name : path, reason: frontMatter.excluded };
    }
    // Front matter that is kept is text that is sent.
    if ((style.frontMatter === 'keep' ? text : text.slice(body)).trim() === '') {
        // Site generators want such a page in every folder; it has never been anybody's runbook.
        if (isIndex(path) && named.kind === 'name')
            return { kind: 'excluded', name: named.name, reason: INDEX_PAGE };
        return { kind: 'refused', problem: EMPTY };
    }
    return named.kind === 'refused' ? named : { kind: 'runbook', name: named.name, text, body };
}
/**
 * The name of a runbook, or why it has none. Every selected runbook of the repository is read this way to find names that
 * collide, so it does no more than it must: no YAML parser where front matter is plain lines, no Markdown parser where the
 * text begins with a plain `# Title`.
 */
async function readRunbook(path, content, style) {
    const runbook = await openRunbook(path, content, style);
    return runbook.kind === 'runbook' ? { kind: 'named', name: runbook.name } : runbook;
}
const INDEX_PAGE = 'an index page without text';
/** An alert that finds an empty entry is answered with nothing, and nobody knows why. */
const EMPTY = {
    message: 'It has no text.',
    remedy: 'Write it, or keep it out with `draft: true` in its front matter.'
};
function skipBlankLines(text, from) {
    const blank = /(?:[ \t]*\r?\n)*/y;
    blank.lastIndex = from;
    blank.test(text);
    return blank.lastIndex;
}

;// CONCATENATED MODULE: ./src/runbooks/convert.ts

/**
 * A runbook as it is sent: the Markdown as it is written but for the front matter and the destinations of relative links.
 * `targets` is empty with `links: keep`, where links are somebody else's business.
 *
 * @throws {Error} for a file that `readRunbook` did not name; whoever calls knows, for names come first.
 */
async function convert(path, content, style) {
    const runbook = await openRunbook(path, content, style);
    if (runbook.kind !== 'runbook')
        throw new Error(`${path} was converted although it is ${runbook.kind}`);
    const { name, text, body } = runbook;
    const head = style.frontMatter === 'keep' ? text.slice(0, body) : '';
    const markdown = text.slice(body);
    const { linked, targets } = style.links === 'absolute' && mayLinkHere(markdown)
        ? (await Promise.all(/* import() */[__nccwpck_require__.e(161), __nccwpck_require__.e(728), __nccwpck_require__.e(292)]).then(__nccwpck_require__.bind(__nccwpck_require__, 8292))).makeAbsolute(markdown, path, style, convert_lineOf(text, body))
        : { linked: markdown, targets: [] };
    const source = style.sourceLink ? (await Promise.all(/* import() */[__nccwpck_require__.e(161), __nccwpck_require__.e(57)]).then(__nccwpck_require__.bind(__nccwpck_require__, 9057))).sourceLine(linked, path, style) : '';
    return { name, content: head + linked + source, targets };
}
/** Whether there is any syntax of a link that is not plainly another site's: most runbooks have none and need no parser. */
function mayLinkHere(markdown) {
    return /\](?:\(|:)\s*(?!\s|<?(?:https?:|mailto:|#))|<(?:a|img)[\s/]/i.test(markdown);
}
function convert_lineOf(text, offset) {
    return text.slice(0, offset).split('\n').length;
}

;// CONCATENATED MODULE: ./src/runbooks/survey.ts

/** Texts in memory at one time. Reading is bound by the pipe to Git, which a few readers keep full. */
const READERS = 16;
/** Reads what each file is named, by path. Holds names, never contents. */
async function survey(source, files, style) {
    const readings = new Map();
    const next = files.values();
    const reader = async () => {
        for (const file of next) {
            readings.set(file.path, await readRunbook(file.path, await source.read(file, style.maxBytes), style));
        }
    };
    await Promise.all(Array.from({ length: Math.min(READERS, files.length) }, reader));
    return readings;
}

;// CONCATENATED MODULE: ./src/sync/canary.ts



/**
 * How often to send this entry so that it shows whether an upsert updates: once where the list has exactly one of its name,
 * for a second one there afterwards is a copy; twice where it has none; undefined where it cannot show it.
 */
function timesAsCanary(known, name) {
    const entries = known.rows.get(name)?.length ?? 0;
    return entries === 0 ? 2 : entries === 1 ? 1 : undefined;
}
/** Whether a look after the canary shows entries of its name that differ in identity, more than there were before. */
function isCopied(known, look, name) {
    const copies = identities(look, name);
    return copies >= 2 && copies > (known.rows.get(name)?.length ?? 0);
}
/** How many entries of this name are told apart by their identity. */
function identities({ rows }, name) {
    const ids = (rows.get(name) ?? []).map(({ identity }) => identity);
    return new Set(ids.filter((identity) => identity !== undefined)).size;
}
/**
 * Looks at the list after the canary was sent. Costs one reading of the list; a second one only where the first shows a
 * copy, `pause` milliseconds later.
 *
 * @returns the failure that ends the run, or undefined: upserts update, or it cannot be told.
 */
async function lookAtCanary(knowledge, known, name, pause, signal) {
    if (!isCopied(known, await readList(knowledge), name))
        return undefined;
    await (0,promises_.setTimeout)(pause, undefined, { signal }).catch(() => undefined);
    if (!isCopied(known, await readList(knowledge), name))
        return undefined;
    return new failures/* Failure */.HR('copies', `The service made a copy of “${name}” instead of updating it: its list shows two entries of that name.`, 'Nothing further was sent, so that there is this one copy only; remove it in the assistant. Ask whoever runs the ' +
        'service what an upsert matches by, and until that is known keep names as they are.');
}

;// CONCATENATED MODULE: ./src/sync/deliver.ts





/**
 * Sends the items, however many, holding the contents of those under way only. One entry's failure is its outcome. What
 * concerns all of them ends the run: a rejected token, a cancelled job, a spent budget, an upsert that copies, and an
 * address or permission that is wrong from the start (twice `concurrency` entries, or all there are, and none accepted).
 */
async function deliver(options) {
    const delivery = new Delivery(options);
    const { items, known, concurrency } = options;
    const decided = known === undefined ? new Set() : await delivery.sendCanary(items, known);
    const workers = concurrency + Math.min(concurrency, MOST_AHEAD);
    // One iterator for all workers: each takes the next item. An array's iterator needs no closing.
    const queue = items.values();
    await Promise.all(Array.from({ length: workers }, () => delivery.work(queue, decided)));
    return delivery.finish();
}
/** Contents made before they can be sent: enough to never wait for Git, few enough not to fill the memory. */
const MOST_AHEAD = 16;
/** Entries that are tried as the canary, one after another, before the run goes on without. */
const CANARIES = 3;
/** Failures that, where nothing was ever accepted, are about the run rather than about the entry. */
const FROM_THE_START = ['forbidden', 'wrong-address', 'not-the-api', 'unreachable'];
class Delivery {
    #options;
    #hashes = new Map();
    /** Held back until it is known whether they are about the entry or about the run. */
    #strikes = [];
    /** True when something was accepted, or failed for a reason of its own. */
    #reached = false;
    #active = 0;
    #ended;
    #settled = Promise.withResolvers();
    constructor(options) {
        this.#options = options;
    }
    /** Decides items one by one until one has been sent as the canary; those that the list already has come first. */
    async sendCanary(items, known) {
        const decided = new Set();
        let refusals = 0;
        for (const { item, times } of canaries(items, known)) {
            if (this.#stopped() !== undefined || refusals === CANARIES)
                break;
            decided.add(item);
            const sent = await this.#decide(item, times);
            if (sent === 'accepted') {
                await this.#look(item, known);
                break;
            }
            if (sent === 'not accepted')
                refusals += 1;
        }
        return decided;
    }
    async work(queue, decided) {
        for (const item of queue) {
            if (decided.has(item))
                continue;
            await this.#mayStart();
            const ended = this.#stopped();
            if (ended === undefined)
                await this.#decide(item, 1);
            else
                this.#pending(item, 0);
        }
    }
    finish() {
        const [first] = this.#strikes;
        if (first !== undefined && !this.#reached)
            this.#ended ??= first.failure;
        this.#releaseStrikes();
        return { hashes: this.#hashes, ended: this.#ended };
    }
    /** Until something was accepted, no more is under way than it takes to tell a wrong address. */
    async #mayStart() {
        const most = 2 * this.#options.concurrency;
        while (!this.#reached && this.#stopped() === undefined && this.#strikes.length + this.#active >= most) {
            await this.#settled.promise;
        }
    }
    #stopped() {
        if (this.#options.signal.aborted) {
            this.#ended ??= new failures/* Failure */.HR('cancelled', 'The job was cancelled.', 'Run it again; it then delivers what is pending.');
        }
        return this.#ended;
    }
    async #decide(item, times) {
        this.#active += 1;
        try {
            return await this.#send(item, times);
        }
        finally {
            this.#active -= 1;
            this.#settled.resolve(undefined);
            this.#settled = Promise.withResolvers();
        }
    }
    async #send(item, times) {
        const { known, knowledge, accepted = 'upserted' } = this.#options;
        const prepared = await this.#prepare(item);
        if (prepared.kind !== 'ready') {
            const { kind, ...why } = prepared;
            this.#report(item, { outcome: kind, ...why, attempts: 0 });
            return 'not sent';
        }
        const { entry } = prepared;
        const hash = contentHash(entry.content);
        if (known !== undefined && isUnchanged(known, entry.name, hash)) {
            this.#report(item, { outcome: 'unchanged', reason: '', attempts: 0 });
            return 'not sent';
        }
        const first = await attempt(knowledge, entry);
        if (first instanceof knowledge_knowledge/* DeliveryFailure */.L) {
            this.#fail(item, first);
            return 'not accepted';
        }
        const second = times === 2 ? await attempt(knowledge, entry) : { attempts: 0 };
        if (second instanceof knowledge_knowledge/* DeliveryFailure */.L && second.ends === 'run')
            this.#ended ??= second;
        this.#reached = true;
        this.#releaseStrikes();
        this.#hashes.set(entry.name, hash);
        this.#report(item, { outcome: accepted, reason: '', attempts: first.attempts + second.attempts });
        return 'accepted';
    }
    /** Whatever goes wrong with one runbook must not keep the others from being sent. */
    async #prepare(item) {
        try {
            return await this.#options.prepare(item);
        }
        catch (error) {
            const remedy = error instanceof failures/* Failure */.HR ? { remedy: error.remedy } : {};
            return { kind: 'failed', reason: (0,failures/* messageOf */.bD)(error), ...remedy };
        }
    }
    #fail(item, failure) {
        if (failure.ends === 'run') {
            this.#ended ??= failure;
            this.#pending(item, failure.attempts);
        }
        else if (!this.#reached && FROM_THE_START.includes(failure.kind)) {
            this.#strikes.push({ item, failure });
            if (this.#strikes.length >= 2 * this.#options.concurrency)
                this.#ended ??= failure;
        }
        else {
            this.#reached = true;
            this.#releaseStrikes();
            this.#failed(item, failure, failure.attempts);
        }
    }
    #releaseStrikes() {
        for (const { item, failure } of this.#strikes.splice(0)) {
            if (this.#reached || this.#ended === undefined)
                this.#failed(item, failure, failure.attempts);
            else
                this.#pending(item, failure.attempts);
        }
    }
    async #look(item, known) {
        const { knowledge, signal, pause = 2000 } = this.#options;
        try {
            this.#ended ??= await lookAtCanary(knowledge, known, item.name, pause, signal);
        }
        catch (error) {
            if (!(error instanceof knowledge_knowledge/* DeliveryFailure */.L))
                throw error;
            this.#ended ??= error;
        }
    }
    #failed(item, { message, remedy }, attempts) {
        this.#report(item, { outcome: 'failed', reason: message, remedy, attempts });
    }
    /** The failure that ended the run is told once, not for every runbook. */
    #pending(item, attempts) {
        this.#report(item, { outcome: 'pending', reason: 'Not delivered: the run ended before.', attempts });
    }
    #report(item, rest) {
        this.#options.onOutcome({ path: item.path, name: item.name, ...rest }, item);
    }
}
/** Those that the list has first, once; then those it has not, twice. None where the list cannot show a copy. */
function* canaries(items, known) {
    if (known.extent !== 'whole')
        return;
    for (const times of [1, 2]) {
        for (const item of items)
            if (timesAsCanary(known, item.name) === times)
                yield { item, times };
    }
}
async function attempt(knowledge, entry) {
    try {
        return await knowledge.upsert(entry);
    }
    catch (error) {
        if (error instanceof knowledge_knowledge/* DeliveryFailure */.L)
            return error;
        throw error;
    }
}

;// CONCATENATED MODULE: ./src/sync/links.ts
/** Links looked at in one round, so that memory does not grow with what runbooks hold. */
const MOST_LINKS = 20_000;
/** Collects where relative links lead while runbooks are converted, and says in the end which lead nowhere. */
class LinkCheck {
    #known;
    #links = new Map();
    #count = 0;
    /** @param known paths that are there anyway: most links lead to other runbooks. */
    constructor(known) {
        this.#known = known;
    }
    note(from, targets) {
        for (const { path, line } of targets) {
            // The empty path is the repository's root.
            if (path === '' || this.#known.has(path) || this.#count === MOST_LINKS)
                continue;
            this.#count++;
            const links = this.#links.get(path);
            if (links === undefined)
                this.#links.set(path, [{ from, line }]);
            else
                links.push({ from, line });
        }
    }
    /** A warning for each link to a path that `commit` does not have. */
    async broken(source, commit) {
        if (this.#links.size === 0)
            return [];
        const missing = await source.missing(commit, new Set(this.#links.keys()));
        return [...missing].flatMap((target) => (this.#links.get(target) ?? []).map(({ from, line }) => {
            return {
                level: 'warning',
                path: from,
                line,
                message: `The link to ${target} leads nowhere: there is no such file.`
            };
        }));
    }
}

;// CONCATENATED MODULE: ./src/sync/plan.ts

/**
 * Decides what becomes of every runbook. Names are compared over all selected runbooks, not only over the changed ones:
 * the service keeps one entry a name, so the second of two would silently overwrite the first.
 *
 * @param judge `all` refuses whatever cannot be in the knowledge base, in this range or not, because the promise is about
 *   the branch; `range` leaves out what the range did not touch, because a pull request is not red for what it found.
 */
function makePlan(changes, readings, judge) {
    const changed = new Set(changes.changed.map(({ path }) => path));
    const named = [];
    const withheld = [];
    for (const { path, id } of changes.selected) {
        const reading = readings.head.get(path);
        if (reading?.kind === 'named')
            named.push({ path, id, name: reading.name });
        if (judge === 'range' && !changed.has(path))
            continue;
        if (reading?.kind === 'refused')
            withheld.push(refusedReading(path, reading.problem));
        if (reading?.kind === 'excluded' && changed.has(path)) {
            withheld.push({ path, name: reading.name, outcome: 'excluded', reason: reading.reason, attempts: 0 });
        }
    }
    // How many bear a name; of nearly every one it is one, and only of the others it matters who.
    const bearers = new Map();
    for (const { name } of named)
        bearers.set(fold(name), (bearers.get(fold(name)) ?? 0) + 1);
    const rivals = Map.groupBy(named.filter(({ name }) => bearers.get(fold(name)) !== 1), ({ name }) => fold(name));
    const send = [];
    for (const runbook of named) {
        const others = (rivals.get(fold(runbook.name)) ?? []).filter((other) => other !== runbook);
        const concerned = changed.has(runbook.path) || judge === 'all' || others.some(({ path }) => changed.has(path));
        if (others.length > 0) {
            if (concerned)
                withheld.push(refusedCollision(runbook, others));
        }
        else if (changed.has(runbook.path)) {
            send.push(runbook);
        }
    }
    return { send, withheld, leftBehind: plan_leftBehind(changes, readings, named), namesInUse: bearers };
}
/** Two names that differ only in case or in Unicode form are one name to a service that folds them. */
function fold(name) {
    if (/^[\x20-\x7e]*$/.test(name))
        return name.toLowerCase();
    // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
    return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
function plan_leftBehind(changes, readings, named) {
    if (readings.base.size === 0)
        return [];
    const inUse = new Set(named.map(({ name }) => name));
    const added = Map.groupBy(changes.changed.filter(({ before }) => before === undefined), ({ id }) => id);
    const nameNow = new Map(named.map(({ path, name }) => [path, name]));
    const once = new Map();
    const note = (from, reason, replacement) => {
        const reading = readings.base.get(from.path);
        if (reading?.kind !== 'named' || inUse.has(reading.name))
            return;
        const name = replacement === undefined ? undefined : nameNow.get(replacement);
        once.set(reading.name, {
            path: from.path,
            id: from.id,
            name: reading.name,
            reason,
            ...(from.unproven === true && { unproven: true }),
            ...(replacement !== undefined && name !== undefined && { replacement: { path: replacement, name } })
        });
    };
    for (const gone of changes.gone) {
        const moved = added.get(gone.id)?.[0]?.path;
        note(gone, moved === undefined ? 'was removed' : 'was moved', moved);
    }
    for (const { path, before, unproven = false } of changes.changed) {
        const now = readings.head.get(path);
        if (before === undefined || now === undefined || now.kind === 'refused')
            continue;
        if (now.kind === 'excluded')
            note({ path, id: before, unproven }, 'was taken out of the knowledge base', undefined);
        else
            note({ path, id: before, unproven }, 'was given another name', path);
    }
    return [...once.values()];
}
function refusedReading(path, { message, remedy, line }) {
    return { path, outcome: 'refused', reason: message, remedy, ...(line !== undefined && { line }), attempts: 0 };
}
function refusedCollision({ path, name }, others) {
    const shown = others.slice(0, 3).map((other) => other.path);
    const more = others.length > shown.length ? ` and ${others.length - shown.length} more` : '';
    const same = others.every((other) => other.name === name);
    const titled = 'Give one of them a title of its own in its front matter (`title: …`)';
    const template = "make all names unique with `name: '{title} ({path})'`";
    const exclusion = exclusionOf(path);
    return {
        path,
        name,
        outcome: 'refused',
        reason: `Its entry would be named “${name}”, and so would that of ${shown.join(', ')}${more}` +
            (same ? '' : ' (the names differ only in case or Unicode form)') +
            ': one would overwrite the other.',
        remedy: exclusion === undefined
            ? `${titled}, or ${template}.`
            : `${titled}, ${template}, or leave one out with a last line in \`files\`: \`${exclusion}\`.`,
        attempts: 0
    };
}

;// CONCATENATED MODULE: ./src/sync/retire.ts
/**
 * The note that takes the place of a retired runbook, so that the assistant stops quoting it: there is no way to delete
 * an entry. Paths and names stand in code spans, in which nothing is markup.
 */
function retiredEntry({ path, name, reason, replacement }, since) {
    const commit = `[\`${since.commit.slice(0, 7)}\`](${since.serverUrl}/${since.repository}/commit/${since.commit})`;
    const instead = replacement === undefined
        ? 'Nothing replaces it.'
        : `Use ${code(replacement.name)} instead (\`${since.repository}\`, ${code(replacement.path)}).`;
    return {
        name,
        content: '**This runbook is retired. Do not follow it.**\n\n' +
            `Its runbook ${code(path)} ${reason} as of commit ${commit} of ${since.date}` +
            ` (branch ${code(since.ref)} of \`${since.repository}\`). ${instead}\n`
    };
}
/** A code span around any text: its fence is longer than every run of backticks inside (CommonMark 0.31, 6.1). */
function code(text) {
    const line = text.replace(/\s+/g, ' ');
    const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
    const fence = '`'.repeat(longest + 1);
    return longest === 0 ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`;
}

;// CONCATENATED MODULE: ./src/sync/shard.ts

/**
 * Whether the entry of this name belongs to this part. Every name belongs to exactly one, whatever the machine, and the
 * parts are about equal in size: the first 48 bits of the name's SHA-256, modulo the number of parts.
 */
function inShard(name, { index, count }) {
    return parseInt((0,external_node_crypto_.hash)('sha256', name, 'hex').slice(0, 12), 16) % count === index - 1;
}

;// CONCATENATED MODULE: ./src/sync/verify.ts




/** Looks at the list in all, before an entry counts as missing or copied. */
const LOOKS = 3;
/**
 * Whether what was accepted is in the list. It may miss what is wrong, and never calls wrong what is right; whatever the
 * list cannot show is said once. Nothing is asked where nothing was accepted or the list could not be read before; else it
 * costs one reading of the list, and where that shows something wrong, two more and one page.
 *
 * @throws {DeliveryFailure} only when the run has ended.
 */
async function verify(options) {
    const { knowledge, before, hashes, pause = 2000, signal } = options;
    if (hashes.size === 0)
        return verified([], [], []);
    if (before.extent === 'unreadable')
        return verified([], [], [notVerifiable(before.why)]);
    let look = await readList(knowledge);
    let { missing, copied, why } = judge(before, look, hashes);
    for (let looks = 1; looks < LOOKS && missing.length + copied.length > 0; looks++) {
        await (0,promises_.setTimeout)(pause, undefined, { signal }).catch(() => undefined);
        look = await readList(knowledge);
        const again = judge(before, look, hashes);
        missing = missing.filter((name) => again.missing.includes(name));
        copied = copied.filter((name) => again.copied.includes(name));
        why = again.why;
    }
    if (missing.length > 0 && (await beginsBefore(knowledge, look))) {
        missing = [];
        why = 'the list’s pages do not begin at 1';
    }
    const notices = why === '' ? [] : [notVerifiable(why)];
    const twice = [...hashes.keys()].filter((name) => !copied.includes(name) && identities(look, name) >= 2);
    return verified(missing, copied, twice.length === 0 ? notices : [...notices, thereTwice(twice)]);
}
/** What two readings of the list, before and after, prove about the entries accepted in between. */
function judge(before, after, hashes) {
    if (after.extent === 'unreadable')
        return { missing: [], copied: [], why: after.why };
    const copied = before.extent === 'whole' ? [...hashes.keys()].filter((name) => isCopied(before, after, name)) : [];
    const unseen = unseenOf([...hashes.keys()], after);
    if (unseen.length === 0)
        return { missing: [], copied, why: '' };
    const why = whyAbsenceProvesNothing(before, after, hashes);
    if (why !== '')
        return { missing: [], copied, why };
    // A list that lags behind lacks first what came last: missing is only what something newer, new itself, stands after.
    const added = [...hashes.keys()].filter((name) => !before.rows.has(name));
    const proven = new Set(added.slice(0, added.findLastIndex((name) => after.rows.has(name)) + 1));
    const missing = unseen.filter((name) => proven.has(name));
    const late = unseen.length - missing.length;
    return { missing, copied, why: late === 0 ? '' : `it does not show ${late} of ${hashes.size}, which may be a delay` };
}
function whyAbsenceProvesNothing(before, after, hashes) {
    if (before.extent !== 'whole')
        return before.why;
    if (after.extent !== 'whole')
        return after.why;
    const [canary] = hashes.keys();
    if (canary !== undefined && !after.rows.has(canary))
        return 'the list does not show the first entry that was sent';
    // Nothing can be deleted: whatever drops out of the list is still there.
    for (const name of before.rows.keys()) {
        if (!after.rows.has(name))
            return 'the list no longer shows entries that it showed before';
    }
    if (after.size % 100 === 0)
        return `the list shows ${after.size} entries, which may be a limit of its own`;
    return '';
}
/** Those that the list shows neither under their name nor under one that a list may have made of it. */
function unseenOf(names, { rows }) {
    const unseen = names.filter((name) => !rows.has(name));
    if (unseen.length === 0)
        return unseen;
    const shown = new Set([...rows.keys()].map(essence));
    return unseen.filter((name) => !couldBeShown(essence(name), shown));
}
/** Names are cut off at no fewer characters than this. */
const SHORTEST_CUT = 16;
/** Lists trim names, fold them, encode them as HTML or as a slug, and cut them off. */
function couldBeShown(name, shown) {
    if (name === '' || shown.has(name))
        return true;
    for (let length = SHORTEST_CUT; length < name.length; length++)
        if (shown.has(name.slice(0, length)))
            return true;
    return false;
}
/** The letters and digits of a name, which all of that leaves as they are. */
function essence(name) {
    return name
        .replace(/&(?:#?\w{1,8});/g, '')
        .normalize('NFKD')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '');
}
/** Whether the page before the first has entries that no other shows: then the service counts from 0. */
async function beginsBefore(knowledge, { rows }) {
    const names = await namesOnPage(knowledge, wire/* FIRST_PAGE */.XB - 1);
    return names?.some((name) => !rows.has(name)) ?? false;
}
function verified(missing, copied, notices) {
    return { missing: new Set(missing), copied: new Set(copied), notices };
}
function notVerifiable(why) {
    return {
        level: 'notice',
        message: `What was sent was accepted, but the list cannot confirm that all of it is there: ${why}.`
    };
}
function thereTwice(names) {
    const shown = names.slice(0, 5).map((name) => `“${name}”`);
    const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : '';
    return {
        level: 'warning',
        message: `The knowledge base has more than one entry of the name ${shown.join(', ')}${more}; this run updates one at most. ` +
            'Remove the others in the assistant, so that it does not quote an old one.'
    };
}

;// CONCATENATED MODULE: ./src/sync/round.ts











/** Milliseconds before a list that seems to lack something is read again; lists lag behind. */
const LOOK_AGAIN = 2000;
/** Reads what the plan needs to know: the names of all runbooks now, and those that the base gave to what is no longer. */
async function planRound(changes, { source, style, inputs: { shard } }, judge) {
    if (isUntouched(changes, judge))
        return { send: [], withheld: [], leftBehind: [], namesInUse: new Set() };
    const before = changes.changed.flatMap(({ path, before }) => (before === undefined ? [] : [{ path, id: before }]));
    await source.prefetch(changes.selected, before, changes.gone);
    const readings = {
        head: await survey(source, changes.selected, style),
        base: await survey(source, [...before, ...changes.gone], style)
    };
    const plan = makePlan(changes, readings, judge);
    if (shard === undefined)
        return plan;
    return {
        ...plan,
        send: plan.send.filter(({ name }) => inShard(name, shard)),
        withheld: plan.withheld.filter(({ name, path }) => inShard(name ?? path, shard))
    };
}
/** Whether nothing changed, and what did not is good by the rules of the last success: no run succeeds that refused one. */
function isUntouched({ range, changed, gone }, judge) {
    const known = judge === 'range' || range.sinceSuccess === true;
    return range.kind === 'changed' && known && changed.length === 0 && gone.length === 0;
}
/** What becomes of every runbook as long as nothing else has: sent runbooks are pending, entries left behind stay. */
function expected(plan, { selected }, mode, removed) {
    const outcome = mode === 'plan' ? 'planned' : 'pending';
    const sent = plan.send.map(({ path, name }) => ({ path, name, outcome, reason: '', attempts: 0 }));
    const more = removed === 'report' ? '' : selected.length === 0 ? NONE_SELECTED : RETIRES[mode];
    return [...plan.withheld, ...sent, ...plan.leftBehind.map((left) => stays(left, more))];
}
/** What can be known of retiring before it is done: the list, at the time of the sync, decides. */
const RETIRES = {
    plan: 'A sync retires it, if nothing else fails and the list shows that its text is still ours.',
    sync: 'Not retired yet: a run does that last, and only if every runbook was delivered.'
};
const NONE_SELECTED = 'Not retired: nothing is, where no file matches `files`.';
/**
 * Says more of a plan than that it would send: which links lead nowhere, and, where the list can be read, what an upsert
 * would do to the entry that is there.
 *
 * @throws {Failure} that ends the run, such as a rejected token.
 */
async function previewRound(plan, changes, knowledge, workshop) {
    const links = new LinkCheck(new Set(changes.selected.map(({ path }) => path)));
    const listing = knowledge === undefined ? undefined : await readList(knowledge);
    const before = new Map(changes.changed.flatMap(({ path, before }) => (before === undefined ? [] : [[path, before]])));
    for (const { path, id, name } of plan.send) {
        const { content, targets } = await converted({ path, id }, workshop);
        links.note(path, targets);
        if (listing === undefined || listing.extent === 'unreadable')
            continue;
        const beforeId = before.get(path);
        const former = beforeId === undefined ? undefined : await convertedBefore({ path, id: beforeId }, workshop);
        const ours = former !== undefined && hasContent(listing, name, former.content);
        const unchanged = hasContent(listing, name, content);
        const reason = unchanged ? '' : ours ? 'Updates its entry.' : effectOn(listing, name);
        workshop.onOutcome({ path, name, outcome: unchanged ? 'unchanged' : 'planned', reason, attempts: 0 });
    }
    const unread = listing?.extent === 'unreadable'
        ? [{ level: 'notice', message: `The plan cannot tell new from existing entries: ${listing.why}.` }]
        : [];
    return [...unread, ...(await links.broken(workshop.source, changes.range.head))];
}
/**
 * Sends what the plan says.
 *
 * @returns what a person should know of it although nothing failed.
 * @throws {Failure} that ended the run before everything was tried.
 */
async function deliverRound(plan, { range, selected }, knowledge, workshop) {
    const { inputs, signal, source, onOutcome } = workshop;
    const pause = Math.min(inputs.timeout, LOOK_AGAIN);
    const links = new LinkCheck(new Set(selected.map(({ path }) => path)));
    const verified = inputs.verify === 'true' || (inputs.verify === 'auto' && range.kind === 'whole');
    const known = verified ? await readList(knowledge) : undefined;
    const retried = new Map();
    const { ended, hashes } = await deliver({
        items: plan.send,
        prepare: (runbook) => prepare(runbook, links, workshop),
        knowledge,
        concurrency: inputs.concurrency,
        signal,
        onOutcome: (outcome) => {
            if (outcome.attempts > 1 && outcome.name !== undefined)
                retried.set(outcome.name, outcome.attempts);
            onOutcome(outcome);
        },
        ...(known !== undefined && { known, pause })
    });
    if (ended !== undefined)
        throw ended;
    const verification = known === undefined ? undefined : await verify({ knowledge, before: known, hashes, pause, signal });
    for (const { path, name } of plan.send) {
        const reason = verification === undefined ? undefined : notArrived(name, verification);
        if (reason !== undefined)
            onOutcome({ path, name, outcome: 'failed', ...reason, attempts: retried.get(name) ?? 1 });
    }
    return [...(verification?.notices ?? []), ...(await links.broken(source, range.head))];
}
function notArrived(name, { missing, copied }) {
    if (missing.has(name)) {
        return {
            reason: 'The service accepted it, and its list does not show it.',
            remedy: 'Look for the entry in the assistant; if it is not there, ask whoever runs the service.'
        };
    }
    if (copied.has(name)) {
        return {
            reason: 'The service made a second entry of this name instead of updating the first.',
            remedy: 'Remove the older one in the assistant, and ask whoever runs the service what identifies an entry.'
        };
    }
    return undefined;
}
/**
 * Overwrites the entries that runbooks left behind, where that cannot do harm: the list shows one entry of that name,
 * its content is what the base made of the runbook, and no runbook of the branch has a name near it.
 *
 * @throws {Failure} that ended the run before everything was tried.
 */
async function retireRound(plan, { range: { head } }, knowledge, workshop) {
    const listing = await readList(knowledge);
    const ours = [];
    for (const left of plan.leftBehind) {
        const why = await keptFromRetiring(left, plan, listing, workshop);
        if (why === undefined)
            ours.push(left);
        else
            workshop.onOutcome(stays(left, why));
    }
    const since = { ...workshop.style, commit: head, date: await workshop.source.dateOf(head) };
    const { ended } = await deliver({
        items: ours,
        prepare: (left) => Promise.resolve({ kind: 'ready', entry: retiredEntry(left, since) }),
        knowledge,
        concurrency: workshop.inputs.concurrency,
        signal: workshop.signal,
        accepted: 'retired',
        onOutcome: workshop.onOutcome
    });
    if (ended !== undefined)
        throw ended;
}
/** Reads and converts one runbook, just before it is sent. */
async function prepare({ path, id, name }, links, workshop) {
    const { targets, ...entry } = await converted({ path, id }, workshop);
    links.note(path, targets);
    if (entry.name === name)
        return { kind: 'ready', entry };
    // Git's objects do not change; a file on the disk may.
    return {
        kind: 'failed',
        reason: `The file changed while the job ran: its entry was to be named “${name}”, and now “${entry.name}”.`,
        remedy: 'Run the job again when nothing writes the file any more.'
    };
}
async function converted(file, { source, style }) {
    return convert(file.path, await source.read(file, style.maxBytes), style);
}
/** What a file was sent as at the base; nothing where it was a draft then, or could not be read. */
async function convertedBefore(file, { source, style }) {
    const content = await source.read(file, style.maxBytes);
    const reading = await readRunbook(file.path, content, style);
    return reading.kind === 'named' ? convert(file.path, content, style) : undefined;
}
function hasContent(listing, name, content) {
    return isUnchanged(listing, name, contentHash(content));
}
function effectOn({ rows, extent }, name) {
    if (rows.has(name))
        return 'An entry of this name has other text, which would be overwritten.';
    return extent === 'whole' ? 'A new entry.' : '';
}
async function keptFromRetiring(left, { namesInUse }, listing, workshop) {
    if (namesInUse.has(fold(left.name)))
        return 'Not retired: another runbook has almost the same name.';
    const { content } = await converted(left, workshop);
    return isOurs(listing, left.name, contentHash(content))
        ? undefined
        : 'Not retired: the list does not show one entry of this name with the text that the runbook had.';
}
function stays({ path, name, reason, unproven, replacement }, more = '') {
    const now = replacement === undefined ? '' : `, now ${replacement.path} (“${replacement.name}”)`;
    const doubt = unproven === true ? ', if a run that did not succeed had delivered it,' : '';
    return {
        path,
        name,
        outcome: 'removed',
        reason: `Its runbook ${reason}${now}; the entry${doubt} is left behind. ${more}`.trimEnd(),
        attempts: 0
    };
}

;// CONCATENATED MODULE: ./src/main.ts
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















/** How often a run follows a branch that moves while it delivers; the push that moved it has a run of its own. */
const ROUNDS = 5;
/** Milliseconds from a cancellation to the report, whatever is still under way: the runner kills the job after 10 s. */
const PATIENCE = 4000;
/** The job from top to bottom. Whatever goes wrong is in the report, and fails the job once. */
async function run() {
    const report = new Report(process.env);
    const cancelled = cancellation();
    try {
        await Promise.race([work(report, cancelled.signal), cancelled.overdue]);
        // Also where all that was left to do was done in the seconds that a cancellation gives.
        cancelled.signal.throwIfAborted();
    }
    catch (error) {
        report.fail(error);
    }
    const failure = await report.write();
    if (failure !== undefined)
        setFailed(failure);
    // What a cancelled job left under way must not keep the process alive.
    if (cancelled.signal.aborted)
        process.exit();
}
async function work(report, signal) {
    const env_1 = { stack: [], error: void 0, hasError: false };
    try {
        const inputs = readInputs();
        report.notices(expiryNotices(inputs.tokenExpiresOn, new Date()));
        checkNameTemplate(inputs.name);
        const choose = compilePatterns(inputs.files);
        const job = await readJob(process.env);
        const github = openGitHub(job, inputs.githubToken);
        const { mode, notices } = await decideMode(inputs.mode, job, github);
        report.begin(mode, inputs.removed, notices);
        if (mode !== 'plan')
            requireService(inputs);
        const open = __addDisposableResource(env_1, new AsyncDisposableStack(), true);
        const service = once(async () => open.use(await main_connect(inputs, signal, report.trace)));
        if (mode === 'check') {
            await (await service()).listPage(wire/* FIRST_PAGE */.XB, 1);
            return;
        }
        const { source, notices: ofSource } = await openSource(job, inputs);
        open.use(source);
        report.notices(ofSource);
        const style = styleOf(inputs, job);
        const workshop = { source, style, inputs, signal, onOutcome: report.outcome };
        const search = { job, inputs, mode, source, github, choose };
        let changes = await findChanges(search);
        for (let round = 1; changes !== undefined; round++) {
            report.changes(changes, inputs.files);
            const plan = await planRound(changes, workshop, mode === 'plan' ? 'range' : 'all');
            report.planned(expected(plan, changes, mode, inputs.removed), plan.send.length);
            if (mode === 'plan') {
                report.notices(await previewRound(plan, changes, canAsk(inputs) ? await service() : undefined, workshop));
                return;
            }
            if (plan.send.length > 0)
                report.notices(await deliverRound(plan, changes, await service(), workshop));
            if (inputs.removed === 'retire' && plan.leftBehind.length > 0 && changes.selected.length > 0 && report.clean) {
                await retireRound(plan, changes, await service(), workshop);
            }
            changes = round < ROUNDS ? await followBranch(search, changes.range, plan.send.length > 0) : undefined;
        }
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
/** A plan works offline; with token and address it also tells new entries from existing ones. */
function canAsk({ token, baseUrl }) {
    return token !== undefined && baseUrl !== undefined;
}
/** Loaded when there is something to send: most pushes to a repository change no runbook. */
async function main_connect(inputs, signal, trace) {
    const { connect } = await Promise.all(/* import() */[__nccwpck_require__.e(628), __nccwpck_require__.e(145)]).then(__nccwpck_require__.bind(__nccwpck_require__, 4145));
    const { concurrency, timeout, retries } = inputs;
    return connect({ access: requireService(inputs), concurrency, timeout, retries, signal, trace });
}
function styleOf({ name, frontMatter, links, sourceLink, maxBytes }, { repository, serverUrl, ref }) {
    const shortRef = ref.replace(/^refs\/(?:heads|tags)\//, '');
    return { name, frontMatter, links, sourceLink, maxBytes, repository, serverUrl, ref: shortRef };
}
/** The runner's SIGINT, 7.5 s later SIGTERM. `overdue` rejects when the work has not ended itself in time. */
function cancellation() {
    const controller = new AbortController();
    const { promise: overdue, reject } = Promise.withResolvers();
    const cancel = () => {
        if (controller.signal.aborted)
            return;
        const failure = new failures/* Failure */.HR('cancelled', 'The job was cancelled.', 'Run it again.');
        controller.abort(failure);
        setTimeout(reject, PATIENCE, failure).unref();
    };
    process.on('SIGINT', cancel).on('SIGTERM', cancel);
    return { signal: controller.signal, overdue };
}
function once(make) {
    let made;
    return () => (made ??= make());
}


/***/ }),

/***/ 8162:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ isPlain),
/* harmony export */   E: () => (/* binding */ withoutClosing)
/* harmony export */ });
/** Without the `#` that may close an ATX heading. */
function withoutClosing(heading) {
    return heading.replace(/(?:^|[ \t])#+[ \t]*$/, '').trim();
}
/** No character that could be markup; an underscore inside a word never is. */
function isPlain(text) {
    return !/[\\`*<&[\]~]|(?<![a-z\d])_|_(?![a-z\d])/i.test(text);
}


/***/ }),

/***/ 6630:
/***/ ((__unused_webpack_module, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   $j: () => (/* binding */ LIST_PATH),
/* harmony export */   XB: () => (/* binding */ FIRST_PAGE),
/* harmony export */   qO: () => (/* binding */ UPSERT_PATH)
/* harmony export */ });
/**
 * What the Action and the service say to each other, as the vendor specifies it and no further: both sides import this
 * file, and `__tests__/wire.test.ts` holds the same paths and bodies as literals, so that both cannot be wrong together.
 */
/** Paths below `{base_url}`; the version of the API is part of them. */
const LIST_PATH = '/personal/v1/knowledge/list';
const UPSERT_PATH = '/personal/v1/knowledge/upsert';
/** The specification's own example starts at page 1. */
const FIRST_PAGE = 1;


/***/ }),

/***/ 2613:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("assert");

/***/ }),

/***/ 181:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("buffer");

/***/ }),

/***/ 5317:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("child_process");

/***/ }),

/***/ 6982:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("crypto");

/***/ }),

/***/ 4434:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("events");

/***/ }),

/***/ 9896:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("fs");

/***/ }),

/***/ 8611:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("http");

/***/ }),

/***/ 5692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("https");

/***/ }),

/***/ 9278:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("net");

/***/ }),

/***/ 4589:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:assert");

/***/ }),

/***/ 6698:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:async_hooks");

/***/ }),

/***/ 4573:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:buffer");

/***/ }),

/***/ 7540:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:console");

/***/ }),

/***/ 7598:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:crypto");

/***/ }),

/***/ 3053:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:diagnostics_channel");

/***/ }),

/***/ 610:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:dns");

/***/ }),

/***/ 8474:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:events");

/***/ }),

/***/ 7067:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http");

/***/ }),

/***/ 2467:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:http2");

/***/ }),

/***/ 7030:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:net");

/***/ }),

/***/ 643:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:perf_hooks");

/***/ }),

/***/ 1792:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:querystring");

/***/ }),

/***/ 7075:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:stream");

/***/ }),

/***/ 8500:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:timers/promises");

/***/ }),

/***/ 1692:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:tls");

/***/ }),

/***/ 3136:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:url");

/***/ }),

/***/ 7975:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util");

/***/ }),

/***/ 3429:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:util/types");

/***/ }),

/***/ 5919:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:worker_threads");

/***/ }),

/***/ 8522:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("node:zlib");

/***/ }),

/***/ 857:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("os");

/***/ }),

/***/ 6928:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("path");

/***/ }),

/***/ 932:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("process");

/***/ }),

/***/ 2203:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("stream");

/***/ }),

/***/ 3193:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("string_decoder");

/***/ }),

/***/ 3557:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("timers");

/***/ }),

/***/ 4756:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("tls");

/***/ }),

/***/ 9023:
/***/ ((module) => {

module.exports = __WEBPACK_EXTERNAL_createRequire(import.meta.url)("util");

/***/ }),

/***/ 9635:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ issueCommand)
/* harmony export */ });
/* unused harmony export issue */
/* harmony import */ var os__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(857);
/* harmony import */ var _utils_js__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(4679);


/**
 * Issues a command to the GitHub Actions runner
 *
 * @param command - The command name to issue
 * @param properties - Additional properties for the command (key-value pairs)
 * @param message - The message to include with the command
 * @remarks
 * This function outputs a specially formatted string to stdout that the Actions
 * runner interprets as a command. These commands can control workflow behavior,
 * set outputs, create annotations, mask values, and more.
 *
 * Command Format:
 *   ::name key=value,key=value::message
 *
 * @example
 * ```typescript
 * // Issue a warning annotation
 * issueCommand('warning', {}, 'This is a warning message');
 * // Output: ::warning::This is a warning message
 *
 * // Set an environment variable
 * issueCommand('set-env', { name: 'MY_VAR' }, 'some value');
 * // Output: ::set-env name=MY_VAR::some value
 *
 * // Add a secret mask
 * issueCommand('add-mask', {}, 'secretValue123');
 * // Output: ::add-mask::secretValue123
 * ```
 *
 * @internal
 * This is an internal utility function that powers the public API functions
 * such as setSecret, warning, error, and exportVariable.
 */
function issueCommand(command, properties, message) {
    const cmd = new Command(command, properties, message);
    process.stdout.write(cmd.toString() + os__WEBPACK_IMPORTED_MODULE_0__.EOL);
}
function issue(name, message = '') {
    issueCommand(name, {}, message);
}
const CMD_STRING = '::';
class Command {
    constructor(command, properties, message) {
        if (!command) {
            command = 'missing.command';
        }
        this.command = command;
        this.properties = properties;
        this.message = message;
    }
    toString() {
        let cmdStr = CMD_STRING + this.command;
        if (this.properties && Object.keys(this.properties).length > 0) {
            cmdStr += ' ';
            let first = true;
            for (const key in this.properties) {
                if (this.properties.hasOwnProperty(key)) {
                    const val = this.properties[key];
                    if (val) {
                        if (first) {
                            first = false;
                        }
                        else {
                            cmdStr += ',';
                        }
                        cmdStr += `${key}=${escapeProperty(val)}`;
                    }
                }
            }
        }
        cmdStr += `${CMD_STRING}${escapeData(this.message)}`;
        return cmdStr;
    }
}
function escapeData(s) {
    return (0,_utils_js__WEBPACK_IMPORTED_MODULE_1__/* .toCommandValue */ .E)(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A');
}
function escapeProperty(s) {
    return (0,_utils_js__WEBPACK_IMPORTED_MODULE_1__/* .toCommandValue */ .E)(s)
        .replace(/%/g, '%25')
        .replace(/\r/g, '%0D')
        .replace(/\n/g, '%0A')
        .replace(/:/g, '%3A')
        .replace(/,/g, '%2C');
}
//# sourceMappingURL=command.js.map

/***/ }),

/***/ 2902:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   n: () => (/* binding */ issueFileCommand),
/* harmony export */   v: () => (/* binding */ prepareKeyValueMessage)
/* harmony export */ });
/* harmony import */ var crypto__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(6982);
/* harmony import */ var fs__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9896);
/* harmony import */ var os__WEBPACK_IMPORTED_MODULE_2__ = __nccwpck_require__(857);
/* harmony import */ var _utils_js__WEBPACK_IMPORTED_MODULE_3__ = __nccwpck_require__(4679);
// For internal use, subject to change.
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */




function issueFileCommand(command, message) {
    const filePath = process.env[`GITHUB_${command}`];
    if (!filePath) {
        throw new Error(`Unable to find environment variable for file command ${command}`);
    }
    if (!fs__WEBPACK_IMPORTED_MODULE_1__.existsSync(filePath)) {
        throw new Error(`Missing file at path: ${filePath}`);
    }
    fs__WEBPACK_IMPORTED_MODULE_1__.appendFileSync(filePath, `${(0,_utils_js__WEBPACK_IMPORTED_MODULE_3__/* .toCommandValue */ .E)(message)}${os__WEBPACK_IMPORTED_MODULE_2__.EOL}`, {
        encoding: 'utf8'
    });
}
function prepareKeyValueMessage(key, value) {
    const delimiter = `ghadelimiter_${crypto__WEBPACK_IMPORTED_MODULE_0__.randomUUID()}`;
    const convertedValue = (0,_utils_js__WEBPACK_IMPORTED_MODULE_3__/* .toCommandValue */ .E)(value);
    // These should realistically never happen, but just in case someone finds a
    // way to exploit uuid generation let's not allow keys or values that contain
    // the delimiter.
    if (key.includes(delimiter)) {
        throw new Error(`Unexpected input: name should not contain the delimiter "${delimiter}"`);
    }
    if (convertedValue.includes(delimiter)) {
        throw new Error(`Unexpected input: value should not contain the delimiter "${delimiter}"`);
    }
    return `${key}<<${delimiter}${os__WEBPACK_IMPORTED_MODULE_2__.EOL}${convertedValue}${os__WEBPACK_IMPORTED_MODULE_2__.EOL}${delimiter}`;
}
//# sourceMappingURL=file-command.js.map

/***/ }),

/***/ 1170:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   z: () => (/* binding */ summary)
/* harmony export */ });
/* unused harmony exports SUMMARY_ENV_VAR, SUMMARY_DOCS_URL, markdownSummary */
/* harmony import */ var os__WEBPACK_IMPORTED_MODULE_0__ = __nccwpck_require__(857);
/* harmony import */ var fs__WEBPACK_IMPORTED_MODULE_1__ = __nccwpck_require__(9896);
var __awaiter = (undefined && undefined.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};


const { access, appendFile, writeFile } = fs__WEBPACK_IMPORTED_MODULE_1__.promises;
const SUMMARY_ENV_VAR = 'GITHUB_STEP_SUMMARY';
const SUMMARY_DOCS_URL = 'https://docs.github.com/actions/using-workflows/workflow-commands-for-github-actions#adding-a-job-summary';
class Summary {
    constructor() {
        this._buffer = '';
    }
    /**
     * Finds the summary file path from the environment, rejects if env var is not found or file does not exist
     * Also checks r/w permissions.
     *
     * @returns step summary file path
     */
    filePath() {
        return __awaiter(this, void 0, void 0, function* () {
            if (this._filePath) {
                return this._filePath;
            }
            const pathFromEnv = process.env[SUMMARY_ENV_VAR];
            if (!pathFromEnv) {
                throw new Error(`Unable to find environment variable for $${SUMMARY_ENV_VAR}. Check if your runtime environment supports job summaries.`);
            }
            try {
                yield access(pathFromEnv, fs__WEBPACK_IMPORTED_MODULE_1__.constants.R_OK | fs__WEBPACK_IMPORTED_MODULE_1__.constants.W_OK);
            }
            catch (_a) {
                throw new Error(`Unable to access summary file: '${pathFromEnv}'. Check if the file has correct read/write permissions.`);
            }
            this._filePath = pathFromEnv;
            return this._filePath;
        });
    }
    /**
     * Wraps content in an HTML tag, adding any HTML attributes
     *
     * @param {string} tag HTML tag to wrap
     * @param {string | null} content content within the tag
     * @param {[attribute: string]: string} attrs key-value list of HTML attributes to add
     *
     * @returns {string} content wrapped in HTML element
     */
    wrap(tag, content, attrs = {}) {
        const htmlAttrs = Object.entries(attrs)
            .map(([key, value]) => ` ${key}="${value}"`)
            .join('');
        if (!content) {
            return `<${tag}${htmlAttrs}>`;
        }
        return `<${tag}${htmlAttrs}>${content}</${tag}>`;
    }
    /**
     * Writes text in the buffer to the summary buffer file and empties buffer. Will append by default.
     *
     * @param {SummaryWriteOptions} [options] (optional) options for write operation
     *
     * @returns {Promise<Summary>} summary instance
     */
    write(options) {
        return __awaiter(this, void 0, void 0, function* () {
            const overwrite = !!(options === null || options === void 0 ? void 0 : options.overwrite);
            const filePath = yield this.filePath();
            const writeFunc = overwrite ? writeFile : appendFile;
            yield writeFunc(filePath, this._buffer, { encoding: 'utf8' });
            return this.emptyBuffer();
        });
    }
    /**
     * Clears the summary buffer and wipes the summary file
     *
     * @returns {Summary} summary instance
     */
    clear() {
        return __awaiter(this, void 0, void 0, function* () {
            return this.emptyBuffer().write({ overwrite: true });
        });
    }
    /**
     * Returns the current summary buffer as a string
     *
     * @returns {string} string of summary buffer
     */
    stringify() {
        return this._buffer;
    }
    /**
     * If the summary buffer is empty
     *
     * @returns {boolen} true if the buffer is empty
     */
    isEmptyBuffer() {
        return this._buffer.length === 0;
    }
    /**
     * Resets the summary buffer without writing to summary file
     *
     * @returns {Summary} summary instance
     */
    emptyBuffer() {
        this._buffer = '';
        return this;
    }
    /**
     * Adds raw text to the summary buffer
     *
     * @param {string} text content to add
     * @param {boolean} [addEOL=false] (optional) append an EOL to the raw text (default: false)
     *
     * @returns {Summary} summary instance
     */
    addRaw(text, addEOL = false) {
        this._buffer += text;
        return addEOL ? this.addEOL() : this;
    }
    /**
     * Adds the operating system-specific end-of-line marker to the buffer
     *
     * @returns {Summary} summary instance
     */
    addEOL() {
        return this.addRaw(os__WEBPACK_IMPORTED_MODULE_0__.EOL);
    }
    /**
     * Adds an HTML codeblock to the summary buffer
     *
     * @param {string} code content to render within fenced code block
     * @param {string} lang (optional) language to syntax highlight code
     *
     * @returns {Summary} summary instance
     */
    addCodeBlock(code, lang) {
        const attrs = Object.assign({}, (lang && { lang }));
        const element = this.wrap('pre', this.wrap('code', code), attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML list to the summary buffer
     *
     * @param {string[]} items list of items to render
     * @param {boolean} [ordered=false] (optional) if the rendered list should be ordered or not (default: false)
     *
     * @returns {Summary} summary instance
     */
    addList(items, ordered = false) {
        const tag = ordered ? 'ol' : 'ul';
        const listItems = items.map(item => this.wrap('li', item)).join('');
        const element = this.wrap(tag, listItems);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML table to the summary buffer
     *
     * @param {SummaryTableCell[]} rows table rows
     *
     * @returns {Summary} summary instance
     */
    addTable(rows) {
        const tableBody = rows
            .map(row => {
            const cells = row
                .map(cell => {
                if (typeof cell === 'string') {
                    return this.wrap('td', cell);
                }
                const { header, data, colspan, rowspan } = cell;
                const tag = header ? 'th' : 'td';
                const attrs = Object.assign(Object.assign({}, (colspan && { colspan })), (rowspan && { rowspan }));
                return this.wrap(tag, data, attrs);
            })
                .join('');
            return this.wrap('tr', cells);
        })
            .join('');
        const element = this.wrap('table', tableBody);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds a collapsable HTML details element to the summary buffer
     *
     * @param {string} label text for the closed state
     * @param {string} content collapsable content
     *
     * @returns {Summary} summary instance
     */
    addDetails(label, content) {
        const element = this.wrap('details', this.wrap('summary', label) + content);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML image tag to the summary buffer
     *
     * @param {string} src path to the image you to embed
     * @param {string} alt text description of the image
     * @param {SummaryImageOptions} options (optional) addition image attributes
     *
     * @returns {Summary} summary instance
     */
    addImage(src, alt, options) {
        const { width, height } = options || {};
        const attrs = Object.assign(Object.assign({}, (width && { width })), (height && { height }));
        const element = this.wrap('img', null, Object.assign({ src, alt }, attrs));
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML section heading element
     *
     * @param {string} text heading text
     * @param {number | string} [level=1] (optional) the heading level, default: 1
     *
     * @returns {Summary} summary instance
     */
    addHeading(text, level) {
        const tag = `h${level}`;
        const allowedTag = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].includes(tag)
            ? tag
            : 'h1';
        const element = this.wrap(allowedTag, text);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML thematic break (<hr>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addSeparator() {
        const element = this.wrap('hr', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML line break (<br>) to the summary buffer
     *
     * @returns {Summary} summary instance
     */
    addBreak() {
        const element = this.wrap('br', null);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML blockquote to the summary buffer
     *
     * @param {string} text quote text
     * @param {string} cite (optional) citation url
     *
     * @returns {Summary} summary instance
     */
    addQuote(text, cite) {
        const attrs = Object.assign({}, (cite && { cite }));
        const element = this.wrap('blockquote', text, attrs);
        return this.addRaw(element).addEOL();
    }
    /**
     * Adds an HTML anchor tag to the summary buffer
     *
     * @param {string} text link text/content
     * @param {string} href hyperlink
     *
     * @returns {Summary} summary instance
     */
    addLink(text, href) {
        const element = this.wrap('a', text, { href });
        return this.addRaw(element).addEOL();
    }
}
const _summary = new Summary();
/**
 * @deprecated use `core.summary`
 */
const markdownSummary = (/* unused pure expression or super */ null && (_summary));
const summary = _summary;
//# sourceMappingURL=summary.js.map

/***/ }),

/***/ 4679:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __nccwpck_require__) => {

/* harmony export */ __nccwpck_require__.d(__webpack_exports__, {
/* harmony export */   E: () => (/* binding */ toCommandValue),
/* harmony export */   k: () => (/* binding */ toCommandProperties)
/* harmony export */ });
// We use any as a valid input type
/* eslint-disable @typescript-eslint/no-explicit-any */
/**
 * Sanitizes an input into a string so it can be passed into issueCommand safely
 * @param input input to sanitize into a string
 */
function toCommandValue(input) {
    if (input === null || input === undefined) {
        return '';
    }
    else if (typeof input === 'string' || input instanceof String) {
        return input;
    }
    return JSON.stringify(input);
}
/**
 *
 * @param annotationProperties
 * @returns The command properties to send with the actual annotation command
 * See IssueCommandProperties: https://github.com/actions/runner/blob/main/src/Runner.Worker/ActionCommandManager.cs#L646
 */
function toCommandProperties(annotationProperties) {
    if (!Object.keys(annotationProperties).length) {
        return {};
    }
    return {
        title: annotationProperties.title,
        file: annotationProperties.file,
        line: annotationProperties.startLine,
        endLine: annotationProperties.endLine,
        col: annotationProperties.startColumn,
        endColumn: annotationProperties.endColumn
    };
}
//# sourceMappingURL=utils.js.map

/***/ })

/******/ });
/************************************************************************/
/******/ // The module cache
/******/ var __webpack_module_cache__ = {};
/******/ 
/******/ // The require function
/******/ function __nccwpck_require__(moduleId) {
/******/ 	// Check if module is in cache
/******/ 	var cachedModule = __webpack_module_cache__[moduleId];
/******/ 	if (cachedModule !== undefined) {
/******/ 		return cachedModule.exports;
/******/ 	}
/******/ 	// Create a new module (and put it into the cache)
/******/ 	var module = __webpack_module_cache__[moduleId] = {
/******/ 		// no module.id needed
/******/ 		// no module.loaded needed
/******/ 		exports: {}
/******/ 	};
/******/ 
/******/ 	// Execute the module function
/******/ 	var threw = true;
/******/ 	try {
/******/ 		__webpack_modules__[moduleId](module, module.exports, __nccwpck_require__);
/******/ 		threw = false;
/******/ 	} finally {
/******/ 		if(threw) delete __webpack_module_cache__[moduleId];
/******/ 	}
/******/ 
/******/ 	// Return the exports of the module
/******/ 	return module.exports;
/******/ }
/******/ 
/******/ // expose the modules object (__webpack_modules__)
/******/ __nccwpck_require__.m = __webpack_modules__;
/******/ 
/************************************************************************/
/******/ /* webpack/runtime/asset-relocator-loader */
/******/ if (typeof __nccwpck_require__ !== 'undefined') __nccwpck_require__.ab = decodeURIComponent(new URL('.', import.meta.url).pathname).slice(import.meta.url.match(/^file:\/\/\/\w:/) ? 1 : 0, -1) + "/";
/******/ 
/******/ /* webpack/runtime/async module */
/******/ (() => {
/******/ 	var webpackQueues = typeof Symbol === "function" ? Symbol("webpack queues") : "__webpack_queues__";
/******/ 	var webpackExports = typeof Symbol === "function" ? Symbol("webpack exports") : "__webpack_exports__";
/******/ 	var webpackError = typeof Symbol === "function" ? Symbol("webpack error") : "__webpack_error__";
/******/ 	var resolveQueue = (queue) => {
/******/ 		if(queue && queue.d < 1) {
/******/ 			queue.d = 1;
/******/ 			queue.forEach((fn) => (fn.r--));
/******/ 			queue.forEach((fn) => (fn.r-- ? fn.r++ : fn()));
/******/ 		}
/******/ 	}
/******/ 	var wrapDeps = (deps) => (deps.map((dep) => {
/******/ 		if(dep !== null && typeof dep === "object") {
/******/ 			if(dep[webpackQueues]) return dep;
/******/ 			if(dep.then) {
/******/ 				var queue = [];
/******/ 				queue.d = 0;
/******/ 				dep.then((r) => {
/******/ 					obj[webpackExports] = r;
/******/ 					resolveQueue(queue);
/******/ 				}, (e) => {
/******/ 					obj[webpackError] = e;
/******/ 					resolveQueue(queue);
/******/ 				});
/******/ 				var obj = {};
/******/ 				obj[webpackQueues] = (fn) => (fn(queue));
/******/ 				return obj;
/******/ 			}
/******/ 		}
/******/ 		var ret = {};
/******/ 		ret[webpackQueues] = x => {};
/******/ 		ret[webpackExports] = dep;
/******/ 		return ret;
/******/ 	}));
/******/ 	__nccwpck_require__.a = (module, body, hasAwait) => {
/******/ 		var queue;
/******/ 		hasAwait && ((queue = []).d = -1);
/******/ 		var depQueues = new Set();
/******/ 		var exports = module.exports;
/******/ 		var currentDeps;
/******/ 		var outerResolve;
/******/ 		var reject;
/******/ 		var promise = new Promise((resolve, rej) => {
/******/ 			reject = rej;
/******/ 			outerResolve = resolve;
/******/ 		});
/******/ 		promise[webpackExports] = exports;
/******/ 		promise[webpackQueues] = (fn) => (queue && fn(queue), depQueues.forEach(fn), promise["catch"](x => {}));
/******/ 		module.exports = promise;
/******/ 		body((deps) => {
/******/ 			currentDeps = wrapDeps(deps);
/******/ 			var fn;
/******/ 			var getResult = () => (currentDeps.map((d) => {
/******/ 				if(d[webpackError]) throw d[webpackError];
/******/ 				return d[webpackExports];
/******/ 			}))
/******/ 			var promise = new Promise((resolve) => {
/******/ 				fn = () => (resolve(getResult));
/******/ 				fn.r = 0;
/******/ 				var fnQueue = (q) => (q !== queue && !depQueues.has(q) && (depQueues.add(q), q && !q.d && (fn.r++, q.push(fn))));
/******/ 				currentDeps.map((dep) => (dep[webpackQueues](fnQueue)));
/******/ 			});
/******/ 			return fn.r ? promise : getResult();
/******/ 		}, (err) => ((err ? reject(promise[webpackError] = err) : outerResolve(exports)), resolveQueue(queue)));
/******/ 		queue && queue.d < 0 && (queue.d = 0);
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/compat get default export */
/******/ (() => {
/******/ 	// getDefaultExport function for compatibility with non-harmony modules
/******/ 	__nccwpck_require__.n = (module) => {
/******/ 		var getter = module && module.__esModule ?
/******/ 			() => (module['default']) :
/******/ 			() => (module);
/******/ 		__nccwpck_require__.d(getter, { a: getter });
/******/ 		return getter;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/create fake namespace object */
/******/ (() => {
/******/ 	var getProto = Object.getPrototypeOf ? (obj) => (Object.getPrototypeOf(obj)) : (obj) => (obj.__proto__);
/******/ 	var leafPrototypes;
/******/ 	// create a fake namespace object
/******/ 	// mode & 1: value is a module id, require it
/******/ 	// mode & 2: merge all properties of value into the ns
/******/ 	// mode & 4: return value when already ns object
/******/ 	// mode & 16: return value when it's Promise-like
/******/ 	// mode & 8|1: behave like require
/******/ 	__nccwpck_require__.t = function(value, mode) {
/******/ 		if(mode & 1) value = this(value);
/******/ 		if(mode & 8) return value;
/******/ 		if(typeof value === 'object' && value) {
/******/ 			if((mode & 4) && value.__esModule) return value;
/******/ 			if((mode & 16) && typeof value.then === 'function') return value;
/******/ 		}
/******/ 		var ns = Object.create(null);
/******/ 		__nccwpck_require__.r(ns);
/******/ 		var def = {};
/******/ 		leafPrototypes = leafPrototypes || [null, getProto({}), getProto([]), getProto(getProto)];
/******/ 		for(var current = mode & 2 && value; typeof current == 'object' && !~leafPrototypes.indexOf(current); current = getProto(current)) {
/******/ 			Object.getOwnPropertyNames(current).forEach((key) => (def[key] = () => (value[key])));
/******/ 		}
/******/ 		def['default'] = () => (value);
/******/ 		__nccwpck_require__.d(ns, def);
/******/ 		return ns;
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/define property getters */
/******/ (() => {
/******/ 	// define getter functions for harmony exports
/******/ 	__nccwpck_require__.d = (exports, definition) => {
/******/ 		for(var key in definition) {
/******/ 			if(__nccwpck_require__.o(definition, key) && !__nccwpck_require__.o(exports, key)) {
/******/ 				Object.defineProperty(exports, key, { enumerable: true, get: definition[key] });
/******/ 			}
/******/ 		}
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/ensure chunk */
/******/ (() => {
/******/ 	__nccwpck_require__.f = {};
/******/ 	// This file contains only the entry chunk.
/******/ 	// The chunk loading function for additional chunks
/******/ 	__nccwpck_require__.e = (chunkId) => {
/******/ 		return Promise.all(Object.keys(__nccwpck_require__.f).reduce((promises, key) => {
/******/ 			__nccwpck_require__.f[key](chunkId, promises);
/******/ 			return promises;
/******/ 		}, []));
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/get javascript chunk filename */
/******/ (() => {
/******/ 	// This function allow to reference async chunks
/******/ 	__nccwpck_require__.u = (chunkId) => {
/******/ 		// return url for filenames based on template
/******/ 		return "" + chunkId + ".index.js";
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/hasOwnProperty shorthand */
/******/ (() => {
/******/ 	__nccwpck_require__.o = (obj, prop) => (Object.prototype.hasOwnProperty.call(obj, prop))
/******/ })();
/******/ 
/******/ /* webpack/runtime/make namespace object */
/******/ (() => {
/******/ 	// define __esModule on exports
/******/ 	__nccwpck_require__.r = (exports) => {
/******/ 		if(typeof Symbol !== 'undefined' && Symbol.toStringTag) {
/******/ 			Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });
/******/ 		}
/******/ 		Object.defineProperty(exports, '__esModule', { value: true });
/******/ 	};
/******/ })();
/******/ 
/******/ /* webpack/runtime/import chunk loading */
/******/ (() => {
/******/ 	// no baseURI
/******/ 	
/******/ 	// object to store loaded and loading chunks
/******/ 	// undefined = chunk not loaded, null = chunk preloaded/prefetched
/******/ 	// [resolve, Promise] = chunk loading, 0 = chunk loaded
/******/ 	var installedChunks = {
/******/ 		792: 0
/******/ 	};
/******/ 	
/******/ 	var installChunk = (data) => {
/******/ 		var {ids, modules, runtime} = data;
/******/ 		// add "modules" to the modules object,
/******/ 		// then flag all "ids" as loaded and fire callback
/******/ 		var moduleId, chunkId, i = 0;
/******/ 		for(moduleId in modules) {
/******/ 			if(__nccwpck_require__.o(modules, moduleId)) {
/******/ 				__nccwpck_require__.m[moduleId] = modules[moduleId];
/******/ 			}
/******/ 		}
/******/ 		if(runtime) runtime(__nccwpck_require__);
/******/ 		for(;i < ids.length; i++) {
/******/ 			chunkId = ids[i];
/******/ 			if(__nccwpck_require__.o(installedChunks, chunkId) && installedChunks[chunkId]) {
/******/ 				installedChunks[chunkId][0]();
/******/ 			}
/******/ 			installedChunks[ids[i]] = 0;
/******/ 		}
/******/ 	
/******/ 	}
/******/ 	
/******/ 	__nccwpck_require__.f.j = (chunkId, promises) => {
/******/ 			// import() chunk loading for javascript
/******/ 			var installedChunkData = __nccwpck_require__.o(installedChunks, chunkId) ? installedChunks[chunkId] : undefined;
/******/ 			if(installedChunkData !== 0) { // 0 means "already installed".
/******/ 	
/******/ 				// a Promise means "currently loading".
/******/ 				if(installedChunkData) {
/******/ 					promises.push(installedChunkData[1]);
/******/ 				} else {
/******/ 					if(true) { // all chunks have JS
/******/ 						// setup Promise in chunk cache
/******/ 						var promise = import("./" + __nccwpck_require__.u(chunkId)).then(installChunk, (e) => {
/******/ 							if(installedChunks[chunkId] !== 0) installedChunks[chunkId] = undefined;
/******/ 							throw e;
/******/ 						});
/******/ 						var promise = Promise.race([promise, new Promise((resolve) => (installedChunkData = installedChunks[chunkId] = [resolve]))])
/******/ 						promises.push(installedChunkData[1] = promise);
/******/ 					}
/******/ 				}
/******/ 			}
/******/ 	};
/******/ 	
/******/ 	// no prefetching
/******/ 	
/******/ 	// no preloaded
/******/ 	
/******/ 	// no external install chunk
/******/ 	
/******/ 	// no on chunks loaded
/******/ })();
/******/ 
/************************************************************************/
/******/ 
/******/ // startup
/******/ // Load entry module and return exports
/******/ // This entry module used 'module' so it can't be inlined
/******/ var __webpack_exports__ = __nccwpck_require__(9407);
/******/ __webpack_exports__ = await __webpack_exports__;
/******/ 
