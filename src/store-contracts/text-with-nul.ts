/** Text with a NUL, and with the noncharacter that a store may use to escape it. */
export const nul = 'a\0b\u{10fffe}0'
