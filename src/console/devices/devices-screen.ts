/** Devices: Wallet Instances with their facts and history, groups of them, and the simulated phones of a sandbox. */
import type { Route } from '../../http/index.ts'
import type { Screen } from '../screen.ts'
import type { DevicesParts } from './devices-parts.ts'
import { texts } from './devices-texts.ts'
import { createInstanceDesk } from './instance-desk.ts'
import { createPhoneDesk } from './phone-desk.ts'

/** Creates the screen of devices. Its path is `/phones`, because `/devices` is the API of the simulated phones. */
export const createDevicesScreen = (parts: DevicesParts): Screen => ({
  id: 'devices',
  path: '/phones',
  label: { it: texts.it.title, en: texts.en.title },
  routes: (shell) => {
    const { phones } = parts
    const instances = createInstanceDesk(parts, shell)
    const desk = phones && createPhoneDesk(parts, phones, shell)
    const get = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, kind: 'page', handle })
    const post = (path: string, handle: Route['handle']): Route => ({
      ...{ method: 'POST', path, kind: 'page', handle },
      accepts: ['form'],
    })
    return [
      get('/phones', instances.list),
      post('/phones/find', instances.find),
      get('/phones/instances/:thumbprint', instances.show),
      get('/phones/instances/:thumbprint/change', instances.confirm),
      post('/phones/instances/:thumbprint/change', instances.change),
      get('/phones/group', instances.chooseGroup),
      post('/phones/group/review', instances.reviewGroup),
      post('/phones/group/apply', instances.applyGroup),
      ...(desk === undefined
        ? []
        : [
            get('/phones/simulated', desk.list),
            post('/phones/simulated', desk.order),
            get('/phones/simulated/:id', desk.show),
            post('/phones/simulated/:id/proof', desk.prove),
          ]),
    ]
  },
})
