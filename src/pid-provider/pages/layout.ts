/** The frame of every page of the provider. */
import type { Html, PageLanguage } from '../../http/index.ts'
import { type PageLook, renderCitizenPage } from '../../pages/index.ts'

/** Common parts of the pages of one answer. */
export interface PageFrame {
  readonly language: PageLanguage
  readonly look: PageLook
  /** URL of a page that a reader may open again, for the language switch. */
  readonly url: string
}

/** Renders a page in the look of the provider. */
export const layout = (frame: PageFrame, title: string, main: Html): Html =>
  renderCitizenPage({ ...frame, title, main })
