/** The colour of an organization's pages. */

/** Returns the relative luminance of a colour (WCAG 2.1, "relative luminance"). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Minimum contrast of white text on the colour (WCAG 2.1, 1.4.3). */
export const minimumContrast = 4.5

/** Format of a colour: `#0066cc`. */
export const colourShape: RegExp = /^#[0-9a-f]{6}$/i

/** Returns true if white text on the colour has at least `minimumContrast`. Does not check the format of the colour. */
export const carriesWhiteText = (colour: string): boolean => 1.05 / (luminanceOf(colour) + 0.05) >= minimumContrast

/** Returns the CSS rule that replaces the primary colour of the style sheet. Empty if no colour is given. */
export const colourRule = ({ colour }: { readonly colour?: string | undefined }): string =>
  colour === undefined ? '' : `:root{--page-primary:${colour}}`
