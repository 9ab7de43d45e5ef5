import { defineEntity, type Row } from '../entity.ts'
import { choice, code, date, id, int, moment, multilang, number, reference, referenceList } from '../field.ts'

/** A code for a discount on an order (PROMO-03). */
export const promocode = defineEntity('promocode', {
  key: 'promocode_id',
  scope: 'company',
  access: { read: 'staff', write: 'owners' },
  gate: 'allow_promocode',
  search: ['code'],
  unique: [['code']],
  joins: {
    company: { as: 'company_obj', fields: ['company_id', 'name', 'logo'] },
    creator: { as: 'creator_obj', fields: ['admin_id', 'login', 'name', 'surname', 'img'] },
  },
  fields: {
    promocode_id: id(),
    company: reference('company', { required: true, initial: { computed: 'company' } }),
    code: code({ required: true, max: 100 }),
    /** 1: each user may use it N times; 2: it may be used N times in total. */
    type: choice([1, 2], { initial: 1 }),
    creator: reference('admin', { initial: { computed: 'actor' }, readonly: true }),
    /** 1 fixed amount, 2 percent. */
    discount_type: choice([1, 2], { initial: 1 }),
    discount: number({ initial: 0, max: 1e9 }),
    use: int({ initial: 1, min: 1 }),
    date_start: date({ initial: { computed: 'today' } }),
    date_finish: date({ initial: { computed: 'monthLater' } }),
    comment: multilang(),
    /** Empty means all merchants of the company (AMB-138). */
    merchant: referenceList('merchant'),
    date_create: moment({ initial: { computed: 'now' }, readonly: true }),
    date_update: moment({ initial: { computed: 'now' }, readonly: true }),
  },
})
export type Promocode = Row<typeof promocode>
