/** The frame of every page of the provider. */
import { type Html, html, type PageLanguage } from '../../http/index.ts'
import { type PageLook, renderCitizenPage } from '../../pages/index.ts'

/** Common parts of a page: language, look and URL. */
export interface PageFrame {
  readonly language: PageLanguage
  readonly look: PageLook
  /** URL of the page, if a reader may open it again, for the language switch. */
  readonly url?: string
}

export const layout = (frame: PageFrame, title: string, main: Html): Html =>
  renderCitizenPage({ ...frame, title, main: html`${main}` })
