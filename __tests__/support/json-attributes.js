/** `@actions/workflow-parser` imports JSON as bundlers allow it. Node and jest want the type beside the import. */
export default {
  process: (source) => ({ code: source.replace(/(?<=^import \w+ from ".+\.json")(?=;)/gm, ' with { type: "json" }') })
}
