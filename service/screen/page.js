/* global document, location, navigator */
// All that the pages cannot do by themselves: copying, and Escape in a dialog.

const copied = document.getElementById('copied')

for (const button of document.querySelectorAll('[data-copy]')) {
  const input = document.getElementById(button.dataset.copy)
  input.addEventListener('focus', () => input.select())
  button.hidden = false
  button.addEventListener('click', async () => {
    let outcome = 'Copied'
    try {
      await navigator.clipboard.writeText(input.value)
    } catch {
      // Not allowed by this browser: the value is selected, and a key away.
      input.select()
      outcome = 'Press Ctrl+C'
    }
    for (const word of document.querySelectorAll('[data-copy] > :first-child')) word.textContent = 'Copy'
    button.firstElementChild.textContent = outcome
    copied.textContent = `${outcome}: ${input.labels[0].textContent.trim()}`
  })
  if (document.activeElement === input) input.select()
}

const dialog = document.querySelector('[data-back]')
if (dialog !== null) {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') location.assign(dialog.dataset.back)
  })
}
