/** Returns true if the text contains the word. A short word can also occur by chance inside random base64url text. */
export function containsWord(text: string, word: string): boolean {
  const parts = text.split(word)
  return parts.slice(1).some((after, index) => !/[\w-]$/.test(parts[index] ?? '') && !/^[\w-]/.test(after))
}
