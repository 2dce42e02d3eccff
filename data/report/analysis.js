const all=[...document.querySelectorAll('.moves button')];
const cursor=document.getElementById('cursor');
const detail=document.getElementById('detail');
function pick(b){all.forEach(o=>o.removeAttribute('aria-current'));
b.setAttribute('aria-current','true');
detail.textContent=b.dataset.text;
cursor.setAttribute('visibility','visible');
cursor.setAttribute('transform','translate('+(+cursor.dataset.left+
cursor.dataset.step*b.dataset.n)+' 0)');}
all.forEach((b,i)=>{b.onclick=()=>pick(b);b.onkeydown=e=>{
const o=all[i+({ArrowDown:1,ArrowUp:-1}[e.key]||0)];
if(o&&o!==b){e.preventDefault();o.focus();pick(o);}};});
cursor.ownerSVGElement.onclick=e=>{const s=cursor.ownerSVGElement;
const p=new DOMPoint(e.clientX,e.clientY).matrixTransform(
s.getScreenCTM().inverse());
const n=Math.round((p.x-cursor.dataset.left)/cursor.dataset.step);
const b=all[Math.min(Math.max(n,1),all.length)-1];
if(b){pick(b);b.scrollIntoView({block:'nearest'});}};
const worst=all.find(b=>b.parentNode.className==='blunder')||all[0];
if(worst){pick(worst);const l=worst.closest('ol');
l.scrollTop=worst.offsetTop-l.offsetTop-l.clientHeight/2;}
