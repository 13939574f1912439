/**
 * Returns the URL of a program in the same folder as a module: `.ts` in the sources, `.js` in the package. `moduleUrl`
 * is the module's `import.meta.url`. `name` has no extension.
 */
export const siblingModuleUrl = (moduleUrl: string, name: string): URL =>
  new URL(`./${name}${moduleUrl.endsWith('.ts') ? '.ts' : '.js'}`, moduleUrl)
