/** Finds the trace of a decision in a pasted text: alone, as a header line, or in the output of a command. */

const wholePattern = /^[\w-]{12}$/
const namedPattern = /(?:trace|explain|traccia)\W{1,4}([\w-]{12})(?![\w-])/i

/** Returns the trace ID, or `undefined` if the text contains none. */
export const traceIn = (text: string): string | undefined =>
  wholePattern.exec(text)?.[0] ?? namedPattern.exec(text)?.[1]
