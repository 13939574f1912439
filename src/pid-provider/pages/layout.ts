/** Layout of the provider's pages. */
import type { Html, PageLanguage } from '../../http/index.ts'
import { type PageLook, renderCitizenPage } from '../../pages/index.ts'

/** Parts that all pages of the provider have. */
export interface PageFrame {
  readonly language: PageLanguage
  readonly look: PageLook
  /** URL of a page that a reader may open again, for the language switch. */
  readonly url: string
}

/** Renders a page in the look of the provider. */
export const layout = (frame: PageFrame, title: string, main: Html): Html =>
  renderCitizenPage({ ...frame, title, main })
