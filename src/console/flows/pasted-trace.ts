/** Finds the trace of a decision in a pasted text: alone, as a header line, or in the output of a command. */

const alone = /^[\w-]{12}$/
const named = /(?:trace|explain|traccia)\W{1,4}([\w-]{12})(?![\w-])/i

/** Returns the trace, or `undefined` if the text names none. */
export const traceIn = (text: string): string | undefined => alone.exec(text)?.[0] ?? named.exec(text)?.[1]
