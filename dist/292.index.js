export const id = 292;
export const ids = [292];
export const modules = {

/***/ 8292:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   makeAbsolute: () => (/* binding */ makeAbsolute)
/* harmony export */ });
/* harmony import */ var _destinations_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6728);
/* harmony import */ var _links_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3528);


/**
 * Makes the relative links and images of a Markdown text absolute; no byte but those of their destinations changes.
 *
 * @param path of the file, from the repository's root
 * @param firstLine the line of the file on which `markdown` begins, from 1
 */
function makeAbsolute(markdown, path, base, firstLine) {
    const targets = [];
    let linked = '';
    let at = 0;
    let line = firstLine;
    let counted = 0;
    for (const destination of (0,_destinations_js__WEBPACK_IMPORTED_MODULE_0__/* .destinationsOf */ .N)(markdown)) {
        const { from, to } = destination;
        const resolved = (0,_links_js__WEBPACK_IMPORTED_MODULE_1__/* .resolve */ .h)(markdown.slice(from, to), destination, path, base);
        if (resolved === undefined)
            continue;
        linked += markdown.slice(at, from) + resolved.url;
        at = to;
        for (let end = markdown.indexOf('\n', counted); end !== -1 && end < from; end = markdown.indexOf('\n', counted)) {
            counted = end + 1;
            line++;
        }
        if (resolved.path !== '')
            targets.push({ path: resolved.path, line });
    }
    return { linked: linked + markdown.slice(at), targets };
}


/***/ }),

/***/ 3528:
/***/ ((__unused_webpack_module, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ pageOf),
/* harmony export */   h: () => (/* binding */ resolve)
/* harmony export */ });
/* harmony import */ var entities__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1161);

/**
 * Resolves a destination as it is written in the file `from`. `undefined` where it must stay: another scheme or host, an
 * anchor or query of the same page, a placeholder of a site generator, or what leaves the repository.
 */
function resolve(written, { syntax, image }, from, base) {
    const { path, tail } = split(written.trim(), syntax);
    if (path === '' || isNotOurs(path))
        return undefined;
    const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1).map(encodeName);
    for (const segment of path.split('/')) {
        const name = decodePercent(segment);
        // No name in Git has a slash; who writes `%2F` means another server's path.
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
    // GitHub redirects `blob` to `tree` where a folder is meant; where the link itself shows it, no need to.
    const isFolder = /(?:^|\/)\.{0,2}$/.test(path);
    const view = isFolder ? 'tree' : image ? 'raw' : 'blob';
    const slash = path.endsWith('/') && segments.length > 0 ? '/' : '';
    const target = segments.join('/');
    return { url: urlOf(base, view, target) + slash + balanced(tail), path: segments.map(decodePercent).join('/') };
}
/** The page of a file on the server, at the branch. */
function pageOf(path, base) {
    return urlOf(base, 'blob', path.split('/').map(encodeName).join('/'));
}
function urlOf({ serverUrl, repository, ref }, view, encodedPath) {
    const root = `${serverUrl}/${repository}/${view}/${ref.split('/').map(encodeName).join('/')}`;
    return encodedPath === '' ? root : `${root}/${encodedPath}`;
}
/** Schemes, `//host` (which browsers also read from backslashes), control characters, and `{{ }}`, `{% %}`, `<% %>`. */
function isNotOurs(path) {
    return /^[a-z][a-z\d+.-]*:|^[/\\]{2}|^\\|\p{Cc}|\{\{|\{%|<%/iu.test(path);
}
/** The path, with Markdown's and HTML's escapes decoded; the query and fragment, as they are written. */
function split(written, syntax) {
    const unit = syntax === 'markdown' ? /\\([!-/:-@[-`{-~])|&(?:#?\w+);|[^\\&]+|[^]/g : /&(?:#?\w+);?|[^&]+|[^]/g;
    let path = '';
    for (const { 0: part, 1: escaped, index } of written.matchAll(unit)) {
        const decoded = escaped ?? (part.startsWith('&') ? decodeEntity(part, syntax) : part);
        const end = decoded.search(/[?#]/);
        if (end !== -1)
            return { path: path + decoded.slice(0, end), tail: written.slice(index + (part === decoded ? end : 0)) };
        path += decoded;
    }
    return { path, tail: '' };
}
function decodeEntity(entity, syntax) {
    return syntax === 'markdown' ? (0,entities__WEBPACK_IMPORTED_MODULE_0__/* .decodeHTMLStrict */ .hl)(entity) : (0,entities__WEBPACK_IMPORTED_MODULE_0__/* .decodeHTMLAttribute */ .Im)(entity);
}
/** The path's parentheses are encoded; one in the tail that has lost its other half would end the link. */
function balanced(tail) {
    let depth = 0;
    for (const [mark] of tail.matchAll(/\\?[()]/g)) {
        if (mark === '(')
            depth++;
        if (mark === ')' && --depth < 0)
            break;
    }
    return depth === 0 ? tail : tail.replace(/\\?([()])/g, (_, mark) => encodeMark(mark));
}
/** A name in Git, or a part of a branch's: every `%` in it is one. */
function encodeName(name) {
    return encodeWritten(name.replaceAll('%', '%25'));
}
/** Part of a path in a link: what is encoded stays so; all that could end a destination or attribute is. */
function encodeWritten(segment) {
    return segment
        .replace(/%(?![\da-f]{2})/gi, '%25')
        .replace(/[^\w.~!$+,;:@%-]/gu, (character) => encodeURIComponent(character).replace(/[!'()*]/g, encodeMark));
}
function encodeMark(mark) {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}
/** Sequences that are no UTF-8 stay: they lead nowhere, and are reported as they are written. */
function decodePercent(segment) {
    if (!segment.includes('%'))
        return segment;
    return segment.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
        try {
            return decodeURIComponent(encoded);
        }
        catch {
            return encoded;
        }
    });
}


/***/ })

};
