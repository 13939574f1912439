/** The application API for an application in the same process. */
import type { Decide, JsonObject, NumericDate } from '../../base/index.ts'
import type { RpAnswer } from '../answers.ts'
import type { Application } from './applications.ts'

/** A stored order. */
export interface OrderedPresentation {
  readonly id: string
  /** URL to which the application sends the browser of the person. */
  readonly startUrl: string
  /** Time until which a browser may begin the presentation. */
  readonly expiresAt: NumericDate
}

/**
 * API for an application in this process, which has return URLs and limits as a configured application does. `order`
 * and `redeem` reject with a `Refusal` if the endpoint would refuse.
 */
export interface PresentationApi {
  readonly decide: Decide<RpAnswer>
  /** Orders a presentation as `POST /api/presentations` does. */
  order(application: Application, body: JsonObject): Promise<OrderedPresentation>
  /** Redeems a reference as `POST /api/results` does. */
  redeem(application: Application, reference: string): Promise<JsonObject>
}
