// Runs before every npm script that needs Node 24.
//
// The devDependency `node` puts Node 24 first on the PATH of npm scripts. Where install scripts are off, the machine's
// Node runs instead; older versions run neither `.ts` files nor `node:sqlite`.
const major = Number(process.versions.node.split('.')[0])

if (major < 24) {
  console.error(
    `This needs Node 24, and Node ${process.versions.node} is running.\n` +
      'The development dependency "node" brings Node 24, but its install script did not run. Either\n' +
      '  - allow install scripts:  npm config delete ignore-scripts && npm ci\n' +
      '  - or install Node 24:  https://nodejs.org'
  )
  process.exit(1)
}
