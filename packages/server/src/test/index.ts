// What tests of other packages need of the server: a whole one on a database of its own.
export { type FakeModel, type ModelFault, startFakeModel } from './fake-model.ts'
export { escalateDue } from '#engine/escalate'
export { startEmbedded } from '../db/embedded/start-embedded.ts'
export { withLock } from '../db/embedded/with-lock.ts'
export { actorsOf, insertOrder, insertRow, seedWorld, type World } from './seed.ts'
export { createEmptyDatabase, createTestDatabase, type TestDatabase } from './test-database.ts'
export { type Answer, callAt, type LiveProbe, openLive, PASSWORD, startTestServer, type TestServer } from './test-server.ts'
