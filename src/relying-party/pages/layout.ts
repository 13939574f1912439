/** The frame of every page of the Relying Party: the service, and the organisation that runs it. */
import { type Html, html, type PageLanguage } from '../../http/index.ts'
import { createPageLook } from '../../member/index.ts'
import { renderCitizenPage } from '../../pages/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { urlOf } from '../metadata.ts'

export interface PageContext {
  readonly config: Pick<RelyingPartyConfig, 'entityId' | 'clientName' | 'organization' | 'pages'>
  readonly language: PageLanguage
  /** URL of the page, if a reader may open it again, for the language switch. */
  readonly url?: string
}

export function layout({ config, language, url }: PageContext, title: string, main: Html, head: Html = html``): Html {
  const look = createPageLook(config, urlOf(config, 'styles'))
  const { organization: name, homeUrl } = look
  const owner = look.owner ?? { name, ...(homeUrl !== undefined && { url: homeUrl }) }
  const service = { ...look, owner, organization: config.clientName, homeUrl: urlOf(config, 'home') }
  return renderCitizenPage({ look: service, language, title, main, head, ...(url !== undefined && { url }) })
}
