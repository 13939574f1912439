/**
 * The PID Provider: issues person identification data to wallets that their providers attest, after the person has
 * logged in at level High and agreed (it-wallet §Actors, §Endpoints).
 */
import type { EntityConfigurationPublisher } from '../federation/index.ts'
import { type App, createApp, describeRefusal, type RenderPage, respondPage } from '../http/index.ts'
import { createServices, type PidProviderContext, type PidProviderServices } from './context.ts'
import { changeStatusEndpoint, listCredentialsEndpoint } from './endpoints/admin-credentials.ts'
import { authorizeEndpoint } from './endpoints/authorize.ts'
import { decideConsentEndpoint, showConsentEndpoint } from './endpoints/consent.ts'
import { credentialEndpoint } from './endpoints/credential.ts'
import { entityConfigurationEndpoint } from './endpoints/entity-configuration.ts'
import { loginFormEndpoint, loginQueryEndpoint } from './endpoints/login-callback.ts'
import { nonceEndpoint } from './endpoints/nonce.ts'
import { pageFrame } from './endpoints/page-frame.ts'
import { parEndpoint } from './endpoints/par.ts'
import { serviceProviderEndpoint } from './endpoints/service-provider.ts'
import { statusListEndpoint } from './endpoints/status-list.ts'
import { styleSheetEndpoint } from './endpoints/style-sheet.ts'
import { tokenEndpoint } from './endpoints/token.ts'
import { errorPage } from './pages/error.ts'

export interface PidProvider {
  readonly app: App
  readonly publisher: EntityConfigurationPublisher
}

export function createPidProvider(ctx: PidProviderContext): PidProvider {
  const services = createServices(ctx)
  const app = createApp({
    name: 'pid-provider',
    publicUrl: ctx.config.entityId,
    decide: services.decide,
    admission: ctx.admission,
    renderPage: errorPages(services),
    onFault: ctx.onFault,
    routes: [
      entityConfigurationEndpoint(services),
      parEndpoint(services),
      authorizeEndpoint(services),
      loginQueryEndpoint(services),
      loginFormEndpoint(services),
      showConsentEndpoint(services),
      decideConsentEndpoint(services),
      tokenEndpoint(services),
      credentialEndpoint(services),
      nonceEndpoint(services),
      statusListEndpoint(services),
      listCredentialsEndpoint(services),
      changeStatusEndpoint(services),
      styleSheetEndpoint,
      ...(services.serviceProvider === undefined ? [] : [serviceProviderEndpoint(services.serviceProvider)]),
    ],
  })
  return { app, publisher: services.publisher }
}

const errorPages =
  (services: PidProviderServices): RenderPage =>
  (refusal, request) => {
    const { answer, code, trace } = refusal
    const view = { code, error: answer.error, description: describeRefusal(refusal), trace }
    return respondPage(errorPage(pageFrame(services, request?.language ?? 'it'), view), answer.status, answer.headers)
  }
