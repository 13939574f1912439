/** Layout of all pages: language, title, style sheet, one landmark. No inline script or style. */
import { type Html, html, type Language } from '../../http/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { urlOf } from '../metadata.ts'

export interface PageContext {
  readonly config: Pick<RelyingPartyConfig, 'entityId' | 'clientName'>
  readonly language: Language
}

export const layout = (
  { config, language }: PageContext,
  title: string,
  main: Html,
  script?: Html,
): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${config.clientName}</title>
<link rel="stylesheet" href="${urlOf(config, 'styles')}">
${script ?? ''}
</head>
<body>
<header><p id="service-name">${config.clientName}</p></header>
<main id="main">
<h1 id="title">${title}</h1>
${main}
</main>
</body>
</html>
`
