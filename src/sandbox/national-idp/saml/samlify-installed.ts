/**
 * The optional package `samlify`. Only the sandbox's SAML identity provider needs the package. Without it, a sandbox
 * offers only the login over OpenID Connect.
 */

/** True if `samlify` can be imported here. Does not load it. */
export const isSamlifyInstalled: boolean = canResolve('samlify')

/** One sentence for the user of a sandbox without the package. */
export const samlifyAdvice =
  'The SAML identity provider of the sandbox needs the package samlify, which is not installed here: npm install samlify'

function canResolve(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
