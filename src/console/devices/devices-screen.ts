/** Devices: Wallet Instances with their facts and history, groups of them, and the simulated phones of a sandbox. */
import type { Screen } from '../screen.ts'
import { formRoute, pageRoute } from '../shell/page-routes.ts'
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
    return [
      pageRoute('/phones', instances.list),
      formRoute('/phones/find', instances.find),
      pageRoute('/phones/instances/:thumbprint', instances.show),
      pageRoute('/phones/instances/:thumbprint/change', instances.confirm),
      formRoute('/phones/instances/:thumbprint/change', instances.change),
      pageRoute('/phones/group', instances.chooseGroup),
      formRoute('/phones/group/review', instances.reviewGroup),
      formRoute('/phones/group/apply', instances.applyGroup),
      ...(desk === undefined
        ? []
        : [
            pageRoute('/phones/simulated', desk.list),
            formRoute('/phones/simulated', desk.order),
            pageRoute('/phones/simulated/:id', desk.show),
            formRoute('/phones/simulated/:id/proof', desk.prove),
          ]),
    ]
  },
})
