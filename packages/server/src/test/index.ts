export { addAuthenticator, codeOfApp } from './authenticator.ts'
// Exports for tests of other packages: a complete one with its own database.
export { type FakeGeocoder, type GeocoderFault, startFakeGeocoder } from './fake-geocoder.ts'
export { type FakeModel, type ModelFault, startFakeModel } from './fake-model.ts'
export { escalateDue } from '#domains/orders/escalate'
export { billCompanies } from '#domains/billing/bill-companies'
export { payPageKey } from '#domains/billing/pay-page'
export { startEmbedded } from '../db/embedded/start-embedded.ts'
export { migrate } from '../db/migrate.ts'
export { type Migration, parseMigration, readMigrations } from '../db/read-migrations.ts'
export { withLock } from '../db/embedded/with-lock.ts'
export { actorsOf, insertOrder, insertRow, seedWorld, type World } from './seed.ts'
export { type BillingWorld, startBillingWorld } from './billing-world.ts'
export { type FakeMailServer, startMailServer } from './start-mail-server.ts'
export { type ReceivedMessage, type Receiver, startReceiver } from './start-receiver.ts'
export { storedPaySettings } from './stored-pay-settings.ts'
export { createEmptyDatabase, createTestDatabase, type TestDatabase } from './test-database.ts'
export {
  type Answer,
  callAt,
  type LiveProbe,
  openChat,
  openLive,
  PASSWORD,
  passwordHash,
  startTestServer,
  type TestServer,
} from './test-server.ts'
