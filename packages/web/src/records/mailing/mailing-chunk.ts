export { AudienceTab } from './audience-tab.tsx'
export { SendingTab } from './sending-tab.tsx'
export { WhySteps } from './why-steps.tsx'
