export const id = 349;
export const ids = [349];
export const modules = {

/***/ 8349:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  planRun: () => (/* binding */ planRun),
  syncRun: () => (/* binding */ syncRun)
});

// EXTERNAL MODULE: ./src/changes/changes.ts + 3 modules
var changes_changes = __webpack_require__(9226);
// EXTERNAL MODULE: ./src/errors.ts
var errors = __webpack_require__(3916);
// EXTERNAL MODULE: ./src/event.ts
var src_event = __webpack_require__(807);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./src/knowledge/response.ts + 1 modules
var response = __webpack_require__(6476);
;// CONCATENATED MODULE: ./src/sync/orphans.ts

/** What happened to a runbook, in words that follow "its runbook". */
const REASONS = {
    removed: 'was removed',
    moved: 'was moved',
    renamed: 'was given another name',
    excluded: 'was taken out of the knowledge base'
};
const DELETE_ENTRY = 'Delete its entry in the assistant.';
/**
 * The names that texts of the range had and no selected runbook has: some run may have created their entries.
 *
 * @param named the selected runbooks.
 * @param current the selected files at the tip, by path.
 */
async function findOrphans({ changed, removed }, named, current, reader) {
    const texts = [...changed, ...removed].flatMap((file) => (0,changes_changes/* textsOf */.CB)(file).map((text) => ({ ...text, wasDelivered: text.id === file.before })));
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
            reason: now !== undefined ? reasonFor(now) : movedTo === undefined ? REASONS.removed : REASONS.moved,
            certain: known?.certain === true || wasDelivered,
            replacement: movedTo === undefined || nameNow === undefined ? known?.replacement : { path: movedTo, name: nameNow }
        });
    }
    return [...orphans.values()];
}
function reasonFor(now) {
    return now.kind === 'runbook' ? REASONS.renamed : REASONS.excluded;
}
/** @param more what becomes of the entry. */
function orphaned({ path, name, reason, replacement }, more) {
    const now = replacement === undefined ? '' : `, now ${replacement.path} (“${replacement.name}”)`;
    return { path, name, outcome: 'orphaned', reason: `Its runbook ${reason}${now}. ${more}`.trimEnd() };
}

;// CONCATENATED MODULE: ./src/sync/deliver.ts




/** Failures that concern every entry, if they come before the first success. */
const SYSTEMIC = ['forbidden', 'wrong-address', 'unreachable'];
const RUN_AGAIN = 'Run the job again when nothing writes it.';
/** Why a runbook is pending. */
const RUN_ENDED = 'The run ended before it was delivered.';
/**
 * Sends entries. The failure of one is its outcome; a failure that concerns all ends the run: a rejected token, a
 * cancellation, no success for too long, or, before the first success, answers to all entries or to twice `concurrency`
 * of them that say that the address or the permission is wrong.
 *
 * @returns the items that were accepted, in this order.
 * @throws {ActionError} that ended the run; what was not sent is recorded as pending.
 */
async function deliver({ client, inputs, record }, { items, prepare, outcome, afterFirst }) {
    const accepted = [];
    /** Systemic failures before the first success. */
    const early = [];
    const recordFailure = ({ path, name }, error) => {
        const attempts = error instanceof response/* RequestError */.G ? error.attempts : 0;
        if (error === client.ended) {
            record({ path, name, outcome: 'pending', reason: RUN_ENDED, attempts });
        }
        else {
            const isNote = outcome === 'retired';
            const reason = `${isNote ? 'Not retired: ' : ''}${(0,errors/* messageOf */.bD)(error)}`;
            const hint = isNote ? DELETE_ENTRY : error instanceof errors/* ActionError */.lZ ? error.hint : undefined;
            record({ path, name, outcome: 'failed', reason, hint, attempts });
        }
    };
    let turn = Promise.resolve();
    const send = async (item) => {
        const { path, name } = item;
        try {
            if (client.ended !== undefined)
                throw client.ended;
            const makeText = await prepare(item);
            // One text at a time, and answers arrive in between.
            turn = turn.then(() => (0,promises_.setImmediate)());
            await turn;
            const content = makeText();
            if (content === undefined)
                throw new errors/* ActionError */.lZ('input', 'The file changed while the job ran.', RUN_AGAIN);
            const attempts = await client.upsert({ name, content });
            accepted.push(item);
            record({ path, name, outcome, reason: '', attempts });
        }
        catch (error) {
            const isSystemic = error instanceof response/* RequestError */.G && error !== client.ended && SYSTEMIC.includes(error.kind);
            if (!isSystemic || accepted.length > 0) {
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
        if (accepted.length > 0)
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
    return accepted;
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
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
    const earlier = [...changed, ...removed].flatMap(changes_changes/* textsOf */.CB);
    await files.prefetch(new Set([...selected.files, ...earlier].map(({ id }) => id)));
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
        notSent: notSent.filter(({ path, name }) => inShard(name ?? path, shard)),
        orphans: await findOrphans({ changed, removed }, named, current, reader),
        named: unique,
        isNameInUse: (name) => groups.has(foldName(name))
    };
}
const EMPTY = { send: [], notSent: [], orphans: [], named: [], isNameInUse: () => false };
/** Whether an entry belongs to a part: each name belongs to one, and the parts are about equal in size. */
function inShard(name, shard) {
    if (shard === undefined)
        return true;
    return parseInt((0,external_node_crypto_.hash)('sha256', name, 'hex').slice(0, 12), 16) % shard.count === shard.index - 1;
}
/** A service may take two names for one that differ only in case or Unicode form. */
function foldName(name) {
    // Upper case first: it joins what lower case keeps apart (ß and ss, ς and σ), as full case folding does.
    return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
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
    const exclusion = (0,changes_changes/* exclusionOf */.ah)(item.path);
    const leaveOut = exclusion === undefined ? '' : `, or leave this one out: add the line \`${exclusion}\` at the end of \`files\``;
    return {
        path: item.path,
        name: item.name,
        outcome: 'refused',
        reason: `Duplicate name “${item.name}”, also of ${listed}${spelling}: one entry would replace the other.`,
        hint: `Give each a \`title\` of its own in the front matter${leaveOut}.`
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
    async find(files, commit) {
        const links = [...this.#links].flatMap(([path, targets]) => targets.map((target) => ({ path, target })));
        const missing = await files.missing(commit, new Set(links.map(({ target }) => target.path)));
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
    links = new BrokenLinks();
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
        // A push that changes no runbook needs no parser.
        const { readRunbook } = await Promise.all(/* import() */[__webpack_require__.e(732), __webpack_require__.e(236)]).then(__webpack_require__.bind(__webpack_require__, 8236));
        const content = await this.#files.read(file, this.#options.maxBytes);
        const result = readRunbook(file.path, content, this.#options);
        const size = content.kind === 'bytes' ? content.bytes.length : 0;
        if (keep && this.#cached + size <= MAX_CACHE) {
            this.#cached += size;
            this.#cache.set(key, result);
        }
        return result;
    }
    /** Reads a runbook. The result converts it into the text of its entry; undefined where the file changed in the job. */
    async prepare({ name, ...file }) {
        const result = await this.read(file);
        return () => {
            if (result.kind !== 'runbook' || result.name !== name)
                return undefined;
            const { content, targets } = result.convert();
            this.links.add(file.path, targets);
            return content;
        };
    }
    async text(runbook) {
        return (await this.prepare(runbook))();
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

// EXTERNAL MODULE: ./src/git/git.ts + 9 modules
var git = __webpack_require__(4244);
// EXTERNAL MODULE: ./src/knowledge/api-types.ts
var api_types = __webpack_require__(4028);
;// CONCATENATED MODULE: ./src/knowledge/list.ts




/** Page sizes to try: a smaller one where a page is refused or too large to read. Each divides the one before. */
const PAGE_SIZES = [100, 20, 4, 1];
/** Pages of a complete reading: 200,000 entries. */
const ALL_PAGES = 2000;
/** Readings of a list that changes while it is read. */
const MAX_READINGS = 3;
/** In characters. `runbook/name.ts` refuses longer names. */
const MAX_NAME = 1000;
/** Stands for a list that was not read. */
const NO_LIST = { extent: 'unreadable', why: 'it was not read', entries: new Map() };
/**
 * Reads the list page by page, and again from the start where its total changes: an entry that moved to a page before is
 * on none of the pages that were read.
 *
 * @param maxPages pages of 100 entries at most.
 * @param onPage gets the entries of each page, contents included, before the next page is read.
 * @throws {ActionError} only where the run has ended; other failures make the list `partial` or `unreadable`.
 */
async function readList(client, maxPages, onPage) {
    for (let reading = 1;; reading++) {
        const { changed, ...list } = await readPages(client, maxPages, onPage);
        if (!changed || reading === MAX_READINGS)
            return list;
    }
}
async function readPages(client, maxPages, onPage) {
    const entries = new Map();
    /** Name and id of every entry, hashed. */
    const seen = new Set();
    const end = (why, changed = false) => {
        const extent = why === '' ? 'complete' : seen.size > 0 ? 'partial' : 'unreadable';
        return { extent, why, entries, changed };
    };
    let size = PAGE_SIZES[0];
    /** Entries on the pages before. */
    let start = 0;
    let firstTotal;
    const most = maxPages * PAGE_SIZES[0];
    while (start < most && seen.size < most) {
        const number = api_types/* FIRST_PAGE */.XB + start / size;
        let answer;
        try {
            answer = await client.listPage(number, size);
        }
        catch (error) {
            if (client.ended !== undefined || !(error instanceof response/* RequestError */.G))
                throw error;
            const smaller = PAGE_SIZES[PAGE_SIZES.indexOf(size) + 1];
            if (!error.tooLarge || smaller === undefined) {
                return end(`page ${number} of the list cannot be read (${error.message.replace(/\.$/, '')})`);
            }
            size = smaller;
            continue;
        }
        const page = parsePage(answer);
        if (page === undefined)
            return end('the list has an unknown form');
        const { total = 0 } = page;
        firstTotal ??= page.total;
        if (page.total !== undefined && total !== firstTotal)
            return end('the list changed while it was read', true);
        if (page.entries.length === 0) {
            return end(seen.size < total ? `the list names ${total} entries and shows ${seen.size}` : '');
        }
        await onPage?.(page.entries);
        const seenBefore = seen.size;
        for (const { name, id, content } of page.entries) {
            const { count } = entries.get(name) ?? { count: 0 };
            const key = contentHash(JSON.stringify([name, id]));
            const hash = content === undefined ? undefined : contentHash(content);
            if (name.length <= MAX_NAME)
                entries.set(name, { count: seen.has(key) ? count : count + 1, hash });
            seen.add(key);
        }
        if (seen.size === seenBefore)
            return end('the list repeats a page');
        if (page.total !== undefined && seen.size >= total)
            return end('');
        start += size;
    }
    return { extent: 'bounded', why: `the list has more than ${maxPages} pages`, entries, changed: false };
}
/** Stands for a content where contents cannot be kept: SHA-256 of its UTF-8, base64url. */
function contentHash(content) {
    return (0,external_node_crypto_.hash)('sha256', content, 'base64url');
}
/** Where lists commonly have their entries, at the top or inside `data` or `result`. */
const ARRAY_KEYS = ['items', 'entries', 'list', 'records', 'results', 'rows', 'knowledge', 'data', 'result'];
const TOTAL_KEYS = ['total', 'total_count', 'totalCount'];
const ID_KEYS = ['id', '_id', 'uuid', 'entry_id', 'knowledge_id'];
/** The entries of a page; undefined for a form that is not known. */
function parsePage(answer) {
    const holders = [answer, (0,src_event/* field */.ZZ)(answer, 'data'), (0,src_event/* field */.ZZ)(answer, 'result')];
    const valuesOf = (keys) => holders.flatMap((holder) => keys.map((key) => (0,src_event/* field */.ZZ)(holder, key)));
    const lists = [answer, ...valuesOf(ARRAY_KEYS)];
    // Some services write an empty array as null.
    const rows = lists.find((value) => Array.isArray(value)) ?? (lists.includes(null, 1) ? [] : undefined);
    if (rows === undefined)
        return undefined;
    const entries = [];
    for (const row of rows) {
        const name = (0,src_event/* field */.ZZ)(row, 'name');
        const content = (0,src_event/* field */.ZZ)(row, 'content');
        if (typeof name !== 'string')
            return undefined;
        const id = ID_KEYS.map((key) => (0,src_event/* field */.ZZ)(row, key)).find((value) => typeof value === 'string' || typeof value === 'number');
        entries.push({ name, id, content: typeof content === 'string' ? content : undefined });
    }
    const total = valuesOf(TOTAL_KEYS).find((value) => typeof value === 'number' && value >= 0);
    return { entries, total };
}

// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(1455);
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
        ? `Look in \`${repository}\` for what replaces it.`
        : `Use ${codeSpan(replacement.name)} instead (\`${repository}\`, ${codeSpan(replacement.path)}).`;
    return (`${TITLE}\n\nIts runbook ${codeSpan(path)} ${reason} as of commit ${commit} of ${date} ` +
        `(branch ${codeSpan((0,src_event/* shortRef */.m3)(job.ref))} of \`${repository}\`). ${instead}\n`);
}
/** Whether a text is such a note, unedited as far as its form tells. */
function isRetirementNote(content) {
    return content.startsWith(`${TITLE}\n\n`) && NOTE.test(content.slice(TITLE.length).trim());
}
/** Names with backticks are not recognized: a pattern for all code spans would take more than linear time. */
const NOTE = RegExp(`^Its runbook \`[^\`\\n]+\` (?:${Object.values(REASONS).join('|')}) as of commit ` +
    '\\[`[0-9a-f]+`\\]\\([^()\\s]+\\) of [\\d-]* \\(branch `[^`\\n]+` of `[^`\\n]+`\\)\\. ' +
    '(?:Look in `[^`\\n]+` for what replaces it|Use `[^`\\n]+` instead \\(`[^`\\n]+`, `[^`\\n]+`\\))\\.$');
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
    const { reader, texts } = context;
    const byName = new Map(plan.send.map((item) => [item.name, item]));
    /** Whether all entries of a runbook have the current text. */
    const equal = new Map();
    const different = [];
    /** A list may repeat a page. */
    const seen = new Set();
    const compare = async ({ name, content }) => {
        const item = byName.get(name);
        if (item === undefined || content === undefined)
            return;
        const isEqual = content === (await reader.text(item));
        equal.set(item, isEqual && equal.get(item) !== false);
        if (isEqual)
            return;
        const key = comparison_keyOf(name, contentHash(content));
        if (seen.has(key) || isRetirementNote(content))
            return;
        seen.add(key);
        // Saved at once: memory does not hold a knowledge base.
        different.push({ item, key, file: await texts.save(item.path, name, content) });
    };
    const list = await readList(context.client, maxPages, async (entries) => {
        for (const entry of entries)
            await compare(entry);
    });
    const known = await knownTexts(context, different);
    const replaced = context.inputs.manualEdits === 'save';
    const isKept = replaced && context.mode === 'sync';
    const edits = [];
    for (const { item, key, file } of different) {
        if (known.has(key)) {
            await (0,external_node_fs_promises_.rm)(file);
            continue;
        }
        // A public repository must not publish what the knowledge base holds.
        const isShown = context.job.isPrivate && edits.length < MAX_DIFFERENCES;
        const now = isShown ? await reader.text(item) : undefined;
        const difference = now === undefined ? undefined : differenceOf(await texts.read(file), now);
        if (!isKept)
            await (0,external_node_fs_promises_.rm)(file);
        edits.push({ item, replaced, file: isKept ? file : '', difference });
    }
    return { list, unchanged: plan.send.filter((item) => equal.get(item) === true), edits };
}
/** Whether Git knows the text that the list shows for a name. */
async function isKnownText(context, list, name, texts) {
    const entry = list.entries.get(name);
    if (entry?.count !== 1 || entry.hash === undefined)
        return false;
    const known = await hashesOf(context, texts, new Set([name]));
    return known.has(comparison_keyOf(name, entry.hash));
}
/** Which of the texts Git knows: from the range, or else from the recent history. */
async function knownTexts(context, wanted) {
    const { changes, files, matches } = context;
    const ofRange = [...changes.changed, ...changes.removed].flatMap(changes_changes/* textsOf */.CB);
    const known = await hashesOf(context, ofRange, namesOf(wanted));
    const rest = wanted.filter(({ key }) => !known.has(key));
    if (rest.length === 0 || !(files instanceof git/* Repository */.LN))
        return known;
    // Where the range is known, only a runbook that is back has an older text: under its own path.
    const paths = new Set(rest.map(({ item }) => item.path));
    const edges = await files.recentEdges(changes.tip, MAX_HISTORY);
    const isWanted = changes.kind === 'full' ? matches : (path) => paths.has(path);
    const recent = await files.versions(changes.tip, edges, isWanted);
    const older = [...recent].flatMap(([path, texts]) => (0,changes_changes/* textsOf */.CB)({ path, ...texts }));
    return new Set([...known, ...(await hashesOf(context, older, namesOf(rest)))]);
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
function namesOf(texts) {
    return new Set(texts.map(({ item }) => item.name));
}
function comparison_keyOf(name, hash) {
    return `${hash} ${name}`;
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
    const date = files instanceof git/* Repository */.LN ? await files.dateOf(changes.tip) : '';
    const items = [];
    for (const orphan of orphans) {
        const why = await obstacle(orphan);
        if (why !== undefined)
            record(orphaned(orphan, `Not retired: ${why}.`));
        else
            items.push(orphan);
    }
    const prepare = (orphan) => () => retirementNote(orphan, context, date);
    return (await deliver(context, { items, prepare, outcome: 'retired' })).length;
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
    const { client, reader, diagnose } = context;
    const { name } = item;
    const known = before.entries.get(name)?.count ?? 0;
    try {
        const content = known === 0 ? await reader.text(item) : undefined;
        if (content !== undefined)
            await client.upsert({ name, content });
        if (!(await isCopied(context, name, Math.max(1, known))))
            return;
    }
    catch (error) {
        if (client.ended !== undefined || !(error instanceof response/* RequestError */.G))
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
        await pause(signal);
    }
}
/** @throws {ActionError} where the run is cancelled meanwhile. */
async function pause(signal) {
    await (0,promises_.setTimeout)(INTERVAL, undefined, { signal }).catch(() => {
        signal.throwIfAborted();
    });
}
/**
 * Checks that the list shows what was accepted, and records what is missing as failed. An entry is missing only if the
 * list shows one that was created after it; anything else may be a delay, and is reported as not verified.
 *
 * @param accepted in the order of delivery.
 */
async function verify({ client, signal, record, diagnose }, accepted, before) {
    const [first] = accepted;
    if (first === undefined)
        return;
    const cannot = (why) => {
        diagnose({ level: 'notice', message: `The list cannot confirm that everything arrived: ${why}.` });
    };
    let after = await readList(client, ALL_PAGES);
    const isMissing = ({ name }) => !after.entries.has(name);
    for (let reading = 1; reading < READINGS && after.extent === 'complete' && accepted.some(isMissing); reading++) {
        await pause(signal);
        after = await readList(client, ALL_PAGES);
    }
    if (after.extent !== 'complete' || isMissing(first)) {
        // A list that begins elsewhere than at page 1 lacks the oldest entries.
        cannot(after.extent === 'complete' ? 'it does not show the first entry that was sent' : after.why);
        return;
    }
    const created = accepted.filter(({ name }) => !before.entries.has(name));
    const lastShown = created.findLastIndex((item) => !isMissing(item));
    const missing = created.slice(0, Math.max(0, lastShown)).filter(isMissing);
    const late = accepted.filter(isMissing).length - missing.length;
    if (late > 0)
        cannot(`it does not show ${late} of ${accepted.length} entries, which may be a delay`);
    for (const { path, name } of missing) {
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
    const { inputs, changes, reader, record } = context;
    const verifies = inputs.verify === 'true' || changes.kind === 'full';
    const needsAll = verifies || inputs.manualEdits === 'refuse';
    const { list, send } = inputs.verify === 'false' ? withoutList(plan) : await compare(context, plan, needsAll ? ALL_PAGES : PUSH_PAGES);
    const orphans = existing(plan.orphans, list);
    for (const orphan of orphans)
        record(orphaned(orphan, orphanHint(context, plan, orphan)));
    // A list that is not complete proves nothing.
    const before = verifies && list.extent === 'complete' ? list : undefined;
    const accepted = await deliver(context, {
        items: before === undefined ? send : inOrder(send, before),
        prepare: (item) => reader.prepare(item),
        outcome: 'upserted',
        afterFirst: before && ((item) => checkUpdate(context, item, before))
    });
    if (before !== undefined)
        await verify(context, accepted, before);
    return { wrote: send.length > 0, orphans };
}
/** Says what a sync would do, with what the list shows where there is a client. */
async function previewPlan(context, plan) {
    const { reader, record } = context;
    const reads = 'client' in context && context.inputs.verify !== 'false';
    const { list, send, edited } = reads ? await compare(context, plan, ALL_PAGES) : withoutList(plan);
    for (const item of send) {
        const { path, name } = item;
        // Collects the links.
        await reader.text(item);
        record({ path, name, outcome: 'planned', reason: effectOn(list, name, edited.has(item)) });
    }
    for (const orphan of existing(plan.orphans, list))
        record(orphaned(orphan, orphanHint(context, plan, orphan)));
}
function withoutList({ send }) {
    return { list: NO_LIST, send, edited: new Set() };
}
/** Reports what the list shows: entries with the current text, edits by hand, duplicates, missing entries. */
async function compare(context, plan, maxPages) {
    const { changes, inputs, mode, record, diagnose } = context;
    if (plan.send.length + plan.orphans.length === 0)
        return withoutList(plan);
    const { list, unchanged, edits } = await compareWithList(context, plan, maxPages);
    reportUnreadable(context, list);
    context.edited(edits, context.texts.folder);
    const duplicates = duplicateEntries(list, plan.send);
    if (duplicates !== undefined)
        diagnose({ level: 'warning', message: duplicates });
    // A push sends what it changed also where the list shows it already: a list may lag behind.
    const settled = new Set(changes.kind === 'full' ? unchanged : []);
    for (const { path, name } of settled)
        record({ path, name, outcome: 'unchanged', reason: '' });
    for (const { item, replaced, file } of edits) {
        const { path, name } = item;
        const reason = `The entry “${name}” has a text that is not in Git: somebody edited it in the assistant, or inputs such as \`links\` changed.`;
        if (replaced) {
            const saved = `The run replaces it, and saves it until the job ends as ${file}.`;
            const effect = mode === 'plan' ? 'A sync would replace it.' : saved;
            diagnose({ level: 'warning', path, message: `${reason} ${effect}` });
        }
        else {
            settled.add(item);
            record({ path, name, outcome: 'refused', reason, hint: ADOPT_OR_DISCARD });
        }
    }
    if (inputs.manualEdits === 'refuse') {
        for (const item of plan.send) {
            if (settled.has(item) || showsText(list, item.name))
                continue;
            settled.add(item);
            const reason = `The list does not show whether somebody edited the entry “${item.name}”${list.why && `: ${list.why}`}.`;
            record({ path: item.path, name: item.name, outcome: 'refused', reason, hint: LIST_NEEDED });
        }
    }
    const missing = mode === 'plan' ? [] : missingEntries(context, plan, list);
    for (const { path, name } of missing)
        record({ path, name, outcome: 'pending', reason: RUN_ENDED });
    return {
        list,
        send: [...plan.send.filter((item) => !settled.has(item)), ...missing],
        edited: new Set(edits.map(({ item }) => item))
    };
}
const ADOPT_OR_DISCARD = 'To keep the edit, push a commit in which the runbook has exactly the text of the assistant, then make further ' +
    'changes. To discard it, remove `manual-edits: refuse` from the workflow, push, and add it again.';
const LIST_NEEDED = '`manual-edits: refuse` needs a list that shows all texts. Run the job again if the list failed; remove the input from the ' +
    'workflow if the service shows no texts.';
/** Whether the list shows the text of a name, or that there is no entry. */
function showsText({ entries, extent }, name) {
    const entry = entries.get(name);
    return entry === undefined ? extent === 'complete' : entry.hash !== undefined;
}
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
    if (list.entries.has(name))
        return 'Updates its entry.';
    return list.extent === 'complete' ? 'A new entry.' : '';
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
/** Without a complete list, also those that an earlier run certainly delivered. */
function existing(orphans, { entries, extent }) {
    return orphans.filter(({ name, certain }) => entries.has(name) || (certain && extent !== 'complete'));
}
function orphanHint({ inputs, changes }, plan, { name }) {
    if (changes.selected.files.length === 0)
        return 'Keep its entry, and correct `files` if the runbooks moved.';
    if (inputs.removed === 'retire')
        return 'To be retired after everything else was delivered.';
    if (plan.isNameInUse(name))
        return 'Another runbook has nearly the same name: delete its entry only if the assistant shows two.';
    return plan.notSent.some(({ outcome }) => outcome === 'refused')
        ? 'Keep its entry until all runbooks are delivered.'
        : DELETE_ENTRY;
}

;// CONCATENATED MODULE: ./src/sync/sync.ts








/** How often a run follows a branch that moves while it delivers. */
const MAX_ROUNDS = 20;
/**
 * Delivers what changed, then what changed on the branch meanwhile, until the branch is where the knowledge base is.
 */
async function syncRun(run, service) {
    const { inputs, job } = run;
    let orphans = [];
    let names = { isNameInUse: () => false };
    let changes = await (0,changes_changes/* findChanges */.pz)(run);
    for (let round = 1; changes !== undefined; round++) {
        if (round > MAX_ROUNDS)
            throw (0,changes_changes/* moved */.aW)((0,src_event/* shortRef */.m3)(job.ref), `moved ${MAX_ROUNDS} times while this run delivered`);
        run.changed(changes);
        const context = { ...contextOf(run, changes), ...service };
        const plan = await planOf(context);
        const delivered = await deliverPlan(context, plan);
        if (plan.named.length > 0)
            names = plan;
        const inUse = new Set(plan.named.map(({ name }) => name));
        orphans = [...orphans, ...delivered.orphans].filter(({ name }) => !inUse.has(name));
        const { tip, selected } = changes;
        const retires = inputs.removed === 'retire' && orphans.length > 0 && run.isClean() && selected.files.length > 0;
        changes = delivered.wrote || retires ? await (0,changes_changes/* findNextChanges */._6)(run, tip) : undefined;
        if (retires && changes === undefined) {
            const retired = await retire(context, names, orphans);
            orphans = [];
            // A runbook may have come back while its entry was retired.
            if (retired > 0)
                changes = await (0,changes_changes/* findNextChanges */._6)(run, tip);
        }
        await reportBrokenLinks(context);
    }
}
/** Says what a sync would do. With a service it also compares with the list. */
async function planRun(run, service) {
    if (service === undefined) {
        run.diagnose({ level: 'notice', message: 'Without `token` and `base-url` the plan cannot see the knowledge base.' });
    }
    const changes = await (0,changes_changes/* findChanges */.pz)(run);
    run.changed(changes);
    const context = { ...contextOf(run, changes), ...service };
    await previewPlan(context, await planOf(context));
    await reportBrokenLinks(context);
}
function contextOf(run, changes) {
    return { ...run, changes, reader: new RunbookReader(run.files, run.options) };
}
/** Makes the plan and records it: if the run ends early, these outcomes stay. */
async function planOf(context) {
    const { changes, files, reader, inputs, mode, record, diagnose } = context;
    requireMatch(context);
    reportSelection(context);
    const plan = await makePlan(changes, files, reader, inputs.shard);
    for (const notSent of plan.notSent) {
        record(notSent);
        const { path, outcome, reason, hint } = notSent;
        if (outcome !== 'skipped' || hint === undefined)
            continue;
        diagnose({ level: 'warning', path, message: `Skipped: ${reason}. ${hint}` });
    }
    const outcome = mode === 'plan' ? 'planned' : 'pending';
    const reason = mode === 'plan' ? '' : RUN_ENDED;
    for (const { path, name } of plan.send)
        record({ path, name, outcome, reason });
    return plan;
}
async function reportBrokenLinks({ reader, files, changes, diagnose }) {
    for (const diagnostic of await reader.links.find(files, changes.tip))
        diagnose(diagnostic);
}
const SKIPPED = {
    symlink: 'it is a symbolic link, which the Action never follows',
    submodule: 'it is a submodule, whose files are in another repository',
    'not UTF-8': 'its name is not UTF-8',
    'special file': 'it is not a regular file'
};
/** Warns about paths that the patterns select and that are not read, and about patterns that are probably wrong. */
function reportSelection({ changes, inputs, usedPatterns, diagnose }) {
    const { files, skipped, otherCase } = changes.selected;
    for (const { path, reason } of skipped) {
        diagnose({ level: 'warning', path, message: `Skipped: ${SKIPPED[reason]}.` });
    }
    for (const path of otherCase) {
        const message = 'Not selected: `files` distinguishes upper and lower case. Rename the file or add a pattern.';
        diagnose({ level: 'warning', path, message });
    }
    if (changes.kind !== 'full' || files.length === 0)
        return;
    for (const line of inputs.files.filter((pattern) => !usedPatterns.has(pattern))) {
        const message = `The pattern ${(0,errors/* quoted */.TL)(line, 80)} of \`files\` has no effect: no file matches, or a later line decides. Correct or remove it.`;
        diagnose({ level: 'warning', message });
    }
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


/***/ })

};
