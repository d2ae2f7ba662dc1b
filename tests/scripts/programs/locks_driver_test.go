package scripts

import (
	"fmt"
	"os"
)

// LocksDriver is a lock service.
type LocksDriver struct {
	queue   []string
	renewed bool
}

func NewLocksDriver() *LocksDriver { return &LocksDriver{} }

func bug(name string) bool { return os.Getenv("LOCKS_BUG") == name }

func (d *LocksDriver) Init(atoms, fixed, state State) {
	d.queue, d.renewed = nil, false
	if bug("begins") {
		d.queue = []string{"nobody"}
	}
}
func (d *LocksDriver) has(c string) bool              { return len(d.queue) > 0 && d.queue[0] == c }
func (d *LocksDriver) place(c string) int {
	for i, each := range d.queue {
		if each == c {
			return i
		}
	}
	return -1
}
func (d *LocksDriver) next() bool {
	d.renewed = false
	d.queue = d.queue[1:]
	if bug("throws") && len(d.queue) > 1 {
		panic("planted")
	}
	if last := len(d.queue) - 1; bug("last") && last > 0 { // the last who waits comes first
		d.queue = append([]string{d.queue[last]}, d.queue[:last]...)
	}
	return true
}
func (d *LocksDriver) Acquire(c string) bool {
	if d.place(c) >= 0 {
		return false
	}
	d.queue = append(d.queue, c)
	return true
}
func (d *LocksDriver) Release(c string) bool { return d.has(c) && d.next() }
func (d *LocksDriver) Cancel(c string) bool {
	i := d.place(c)
	if i < 1 {
		return false
	}
	d.queue = append(append([]string{}, d.queue[:i]...), d.queue[i+1:]...)
	return true
}
func (d *LocksDriver) Renew(c string) bool {
	if !d.has(c) || d.renewed {
		return false
	}
	d.renewed = true
	return true
}
func (d *LocksDriver) Expire() bool {
	if len(d.queue) == 0 {
		return false
	}
	if !d.renewed {
		return d.next()
	}
	d.renewed = false
	return true
}
func (d *LocksDriver) State() State {
	state := State{"queue": {}, "Renewed": {}}
	for i, c := range d.queue {
		state["queue"] = append(state["queue"], fmt.Sprintf("%d:%s", i, c))
	}
	if d.renewed {
		state["Renewed"] = []string{d.queue[0]}
	}
	return state
}
