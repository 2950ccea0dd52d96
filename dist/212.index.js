export const id = 212;
export const ids = [212];
export const modules = {

/***/ 5212:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  yamlFields: () => (/* binding */ yamlFields)
});

// EXTERNAL MODULE: ./node_modules/yaml/dist/index.js
var dist = __webpack_require__(8815);
;// CONCATENATED MODULE: ./src/runbooks/yaml-flaws.ts
/**
 * What the usual mistakes make the YAML parser say, which speaks of tokens and nodes, and what we say instead to somebody
 * who writes runbooks.
 */
const FLAWS = [
    [
        /^Nested mappings are not allowed/,
        'this value contains `: `, or the line below it is indented',
        'Quote a value that contains `: `, for example `title: "Disk: full"`; begin all keys in the same column.'
    ],
    [
        /^Unexpected [\w-]+ (?:at node end|token$)/,
        'there is more behind the end of a value',
        'Quote the whole value, for example `title: "[P1] It\'s full"`; begin all keys in the same column.'
    ],
    [
        /^Implicit (?:map )?keys need to be/,
        'this line is no `key: value`',
        'Write it as `key: value`, with a blank after the colon, or indent it where the value above goes on.'
    ],
    [/^Map keys must be unique/, 'this key is there twice', 'Keep one of the two.'],
    [
        /^Missing closing ["']quote/,
        'a quotation mark that opens here or above is never closed',
        'Close it with the same mark, and indent the lines on which the value goes on.'
    ],
    [/^Tabs are not allowed/, 'a tab indents it', 'Indent with spaces.'],
    [
        /^Plain value cannot start with/,
        'this begins with a character that YAML keeps for itself',
        'Quote it: `title: "@here"`.'
    ],
    [
        /^Unresolved tag/,
        'this begins with `!`, which makes it a tag, and there is none of this name',
        'Remove the tag (`!…`); quote a value that begins with `!`.'
    ],
    [
        /^(?:Anchor|Alias) cannot be an empty string/,
        'this begins with `&` or `*`, which YAML keeps for itself',
        'Quote a value that begins with it; the items of a list begin with `-`.'
    ],
    [
        /^Flow (?:sequence|map) .*end with/,
        'a `[` or `{` that begins here or above is not closed, or its lines are not indented',
        'Close it, or quote a value that begins with it: `title: "[P1] Disk full"`.'
    ],
    [
        /^Unexpected flow-(?:seq|map)-end token in YAML stream/,
        'this closes a bracket that was never opened',
        'Remove it, or quote the whole value.'
    ],
    [/^Missing , /, 'a comma is missing between two items in brackets', 'Add it, or quote the whole value.'],
    [/^Unexpected , in /, 'there is a comma with nothing before it', 'Remove it.'],
    [
        /^(?:Not a YAML token|Block scalar header includes extra characters)/,
        'text stands right after a `>` or `|`',
        'Quote a value that begins with it: `title: "> 90 % full"`. A text of several lines begins on the next one.'
    ],
    [
        /^Unexpected block-seq-ind on same line with key/,
        'a list begins on the line of its key',
        'Begin each item (`- …`) on a line of its own, or quote a value that begins with `- `.'
    ],
    [
        /^A block sequence may not be used as an implicit map key/,
        'the items of a list are not indented alike',
        'Put the dashes of the items one below the other.'
    ],
    [
        /^Invalid escape sequence/,
        'a backslash between double quotes is the beginning of an escape, and there is none of this kind',
        'Use single quotes, or write the backslash twice.'
    ],
    [
        /^Missing directives-end/,
        'a line begins with `%`, which YAML keeps for itself',
        'Quote the key, or remove the line.'
    ],
    [
        /^Source contains multiple documents/,
        'a line that begins with `...` or `---` ends it before its end',
        'Remove that line.'
    ],
    [
        /^Comments must be separated/,
        'there is no blank before a `#`',
        'Put a blank before a comment; quote a value that contains `#`.'
    ]
];
/** The parser's own words where we have no better ones. */
function flawInWords(message) {
    const [, words = firstLine(message), remedy = 'Correct it, or remove the front matter.'] = FLAWS.find(([theirs]) => theirs.test(message)) ?? [];
    return { words, remedy };
}
/** The parser quotes the text at fault, which may be long and may hold anything. */
function firstLine(message) {
    const line = (/^[^\r\n]*/.exec(message)?.[0] ?? '').replace(/[.:]$/, '');
    return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

;// CONCATENATED MODULE: ./src/runbooks/yaml-fields.ts


/**
 * Reads the fields of front matter from its syntax tree. What they hold is checked and never made into values, so that no
 * alias is expanded, no `__proto__` is set, no tag is obeyed, and a scalar stays what its author typed.
 */
function yamlFields(yaml) {
    const { contents, errors, warnings } = (0,dist/* parseDocument */.Tp)(yaml, { schema: 'core', prettyErrors: false });
    const flaw = errors[0] ?? warnings[0];
    if (flaw !== undefined) {
        const { words, remedy } = flawInWords(flaw.message);
        return { kind: 'flaw', message: `Its front matter is not valid YAML: ${words}.`, remedy, offset: flaw.pos[0] };
    }
    if (contents === null)
        return { kind: 'nothing' };
    if (!(0,dist/* isMap */.jh)(contents)) {
        return { kind: 'flaw', message: 'Its front matter is not a map.', remedy: 'Write `key: value` lines.', offset: 0 };
    }
    const fields = [];
    for (const { key, value } of contents.items) {
        if (!(0,dist/* isScalar */.jn)(key) || typeof key.value !== 'string')
            continue;
        if (value === null || ((0,dist/* isScalar */.jn)(value) && value.value === null))
            continue;
        const text = (0,dist/* isScalar */.jn)(value) ? (value.source ?? '').trim() : undefined;
        fields.push({ key: key.value, text, offset: value.range?.[0] ?? 0 });
    }
    return { kind: 'map', fields };
}


/***/ })

};
