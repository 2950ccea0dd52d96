/* global document, location, navigator, window */
// What the pages cannot do without a script: copy a value, count a selection, and Escape.

const dialog = document.querySelector('.dialog')
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || event.isComposing) return
  const switcher = document.querySelector('.switcher[open]')
  if (switcher !== null) {
    switcher.open = false
    switcher.querySelector('summary').focus()
  } else if (dialog?.dataset.back) {
    location.assign(dialog.dataset.back)
  }
})

const all = document.querySelector('#select-all input')
if (all !== null) {
  const boxes = [...document.querySelectorAll('.pick input')]
  const update = () => {
    const count = boxes.filter((box) => box.checked).length
    all.checked = count > 0 && count === boxes.length
    all.indeterminate = count > 0 && count < boxes.length
    document.getElementById('selected-count').textContent = `${count} of ${boxes.length} selected`
    for (const button of document.querySelectorAll('.batch button')) button.disabled = count === 0
  }
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
    update()
  })
  for (const box of boxes) box.addEventListener('change', update)
  all.parentElement.hidden = false
  update()
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const input = document.getElementById(button.dataset.copy)
  input.addEventListener('focus', () => input.select())
  if (document.activeElement === input) input.select()
  button.hidden = false
  button.addEventListener('click', async () => {
    let outcome = 'Copied'
    try {
      await navigator.clipboard.writeText(input.value)
    } catch {
      // The browser does not allow it: the value is selected, so that Ctrl+C copies it.
      input.select()
      outcome = 'Press Ctrl+C'
    }
    for (const word of document.querySelectorAll('[data-copy] > :first-child')) word.textContent = 'Copy'
    button.firstElementChild.textContent = outcome
    document.getElementById('copied').textContent = `${outcome}: ${input.labels[0].textContent.trim()}`
  })
}

// The values are lost with this page, so leaving it without the confirmation needs a second one.
const stored = document.getElementById('stored')
if (stored !== null) {
  const ask = (event) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  stored.addEventListener('submit', () => window.removeEventListener('beforeunload', ask))
}
