/** The program of this name beside the module of this URL, in the sources as in the package. */
export const programBeside = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
