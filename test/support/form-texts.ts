/** Returns the members as fields of a form: texts unchanged, other values as JSON. */
export const formTexts = (members: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
