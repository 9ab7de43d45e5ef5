import { describe, expect, it } from 'vitest'
import { canAssign, courierMark } from './couriers.ts'
import { kitchen, operator, owner } from './sample.ts'

describe('couriers on the board', () => {
  it.each([
    [{ courier_status: 1, working: 1 }, 0, null],
    [{ courier_status: 1, working: 1 }, 2, 'busy'],
    [{ courier_status: 2, working: 1 }, 0, 'busy'],
    [{ courier_status: 1, working: 2 }, 3, 'off_duty'],
    [{ courier_status: 3, working: 1 }, 0, 'blocked'],
  ])('KDS-20: %j with %i orders is marked %s', (courier, open, mark) => {
    expect(courierMark(courier, open)).toBe(mark)
  })

  const free = { courier_status: 1, working: 2 }
  it.each([
    ['the owner', owner, 12, 1, free, 'yes'],
    ['a person who edits the merchant', operator, 10, 1, free, 'yes'],
    ['a person who unassigns a courier', operator, 10, 1, null, 'yes'],
    ['a viewer', operator, 11, 1, free, 'view_only'],
    ['a person without access', operator, 12, 1, free, 'forbidden'],
    ['an owner of a disabled company', owner, 12, 0, free, 'company_disabled'],
    ['an owner to a blocked courier', owner, 12, 1, { courier_status: 3, working: 1 }, 'courier_blocked'],
    ['a kitchen device', kitchen, 10, 1, free, 'forbidden'],
  ])('KDS-20 KDS-25: decides on an order assigned by %s', (_who, actor, merchant, enable, courier, verdict) => {
    const decision = canAssign({ actor, company: { enable }, order: { merchant, order_status: 1 }, courier })
    expect(decision.allowed ? 'yes' : decision.code).toBe(verdict)
  })
})
