// A file of its own, because `--selectProjects unit` would take the paths behind it for further projects.
import whole, { unit } from './jest.config.js'

export default { ...whole, projects: [unit] }
