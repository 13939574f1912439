/** Layout of the pages of the Relying Party. Each page names the service and the organization that runs the service. */
import { type Html, html, type PageLanguage } from '../../http/index.ts'
import { createPageLook } from '../../member/index.ts'
import { renderCitizenPage } from '../../pages/index.ts'
import type { RelyingPartyConfig } from '../config.ts'
import { urlOf } from '../metadata.ts'

/** Settings, language and URL of a page. */
export interface PageContext {
  readonly config: Pick<RelyingPartyConfig, 'entityId' | 'clientName' | 'organization' | 'pages'>
  readonly language: PageLanguage
  /** URL of this page for the language switch. Absent for a page that cannot be opened again. */
  readonly url?: string
}

/** Renders a page of the Relying Party. `head` is added to the `head` element. */
export function layout({ config, language, url }: PageContext, title: string, main: Html, head: Html = html``): Html {
  const look = createPageLook(config, urlOf(config, 'styles'))
  const { organization: name, homeUrl } = look
  const owner = look.owner ?? { name, ...(homeUrl !== undefined && { url: homeUrl }) }
  const service = { ...look, owner, organization: config.clientName, homeUrl: urlOf(config, 'home') }
  return renderCitizenPage({ look: service, language, title, main, head, ...(url !== undefined && { url }) })
}
