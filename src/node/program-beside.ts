/** Returns the URL of a program in the same folder as a module, in the sources and in the package. */
export const programBeside = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
