// Runs before every npm script that needs the Action's own runtime.
//
// The devDependency `node` puts Node 24 first on the PATH of npm scripts. It arrives by an install script, so where
// install scripts are off the machine's own Node runs instead; older ones know neither `.ts` files nor `node:sqlite`.
const major = Number(process.versions.node.split('.')[0])

if (major < 24) {
  console.error(
    `This needs Node 24, and Node ${process.versions.node} is running.\n` +
      'The development dependency "node" brings Node 24, but its install script did not run. Either\n' +
      '  - allow install scripts:  npm config delete ignore-scripts && npm ci\n' +
      '  - or use a Node 24 of your own:  https://nodejs.org'
  )
  process.exit(1)
}
