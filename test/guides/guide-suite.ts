/** The suite of one guide. The files of all guides share a process, so each leaves it as it was. */
import { after, before, describe } from 'node:test'

/** Defines a suite that may change the working directory and the environment. Restores both after the suite's hooks. */
export function guideSuite(guide: string, define: () => void): void {
  describe(guide, () => {
    const directory = process.cwd()
    let environment: NodeJS.ProcessEnv
    before(() => {
      environment = { ...process.env }
    })
    define()
    after(() => {
      process.chdir(directory)
      for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
      Object.assign(process.env, environment)
    })
  })
}
