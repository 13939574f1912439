/** The frame of every page: language, title, style sheet, one heading, one main part. No script, no foreign origin. */
import { type Html, html, type Language } from '../../http/index.ts'

export interface PageFrame {
  readonly language: Language
  /** Name of the organisation that runs the provider. */
  readonly organization: string
  /** URL of the style sheet. */
  readonly styleSheet: string
}

export const layout = (
  { language, organization, styleSheet }: PageFrame,
  title: string,
  content: Html,
): Html => html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} – ${organization}</title>
    <link rel="stylesheet" href="${styleSheet}">
  </head>
  <body>
    <header><p id="organization">${organization}</p></header>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`
