export { type OfferedPeriod, type OfferedTariff, type Term, termsOf } from './choices.ts'
export {
  type CompanyCreation,
  type CompanyCreationState,
  createCompanyCreation,
  isNamed,
  MAX_COMPANY_NAME,
} from './company-creation.ts'
export { type FirstStep, type FirstSteps, readFirstSteps } from './first-steps.ts'
