/**
 * Returns the value of an environment variable without the white space and the quotation marks around it. Secrets of
 * Kubernetes and env files of Docker add such characters (D-1080). Returns `undefined` for an absent or empty value.
 */
export const variableText = (value: string | undefined): string | undefined =>
  value?.trim().replace(/^"(.*)"$/, '$1') || undefined
