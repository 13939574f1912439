/** Returns a text as one word of a shell command. Quotes a text with special characters, such as a path with spaces. */
export const shellWord = (text: string): string =>
  /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
